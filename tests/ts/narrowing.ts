// Assertions that hold when this file compiles: what the types let through, refuse and narrow. Also compiled by the
// oldest TypeScript that we support (tsconfig.generated.json), so nothing here needs Node's types.
import * as p from '../../generated/ts/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<T extends true>(_?: T): void {}

// Enums are unions of their wire strings.
holds<Equal<p.Role, 'user' | 'agent'>>();
holds<Equal<p.TerminalTaskState, 'completed' | 'canceled' | 'failed' | 'rejected'>>();
// @ts-expect-error no such state
export const badState: p.TaskState = 'done';

// Unions narrow on their discriminator, completely.
export function describe(part: p.Part): string {
  switch (part.kind) {
    case 'text':
      holds<Equal<typeof part, p.TextPart>>();
      return part.text;
    case 'file':
      return part.file.name ?? '';
    case 'data':
      return JSON.stringify(part.data);
  }
}

export function isFinal(event: p.TaskEvent): boolean {
  if (event.kind === 'artifact-update') {
    // @ts-expect-error only a status update is final
    void event.final;
    return false;
  }
  return event.final;
}

// A typo in a member of a literal is an error, in unions too.
// @ts-expect-error misspelt
export const typo: p.Part = { kind: 'text', txt: '' };
// @ts-expect-error not a member of this arm
export const wrongArm: p.Part = { kind: 'text', text: '', file: {} };
// @ts-expect-error misspelt optional member
export const typoInMessage: p.Message = { role: 'user', parts: [], messageId: 'm', taskID: 't' };

// Optional means absent, not undefined.
// @ts-expect-error undefined is not a value
export const notAbsent: p.Message = { role: 'user', parts: [], messageId: 'm', to: undefined };
// @ts-expect-error nor is null
export const notNull: p.Message = { role: 'user', parts: [], messageId: 'm', to: null };
// @ts-expect-error messageId is required
export const incomplete: p.Message = { role: 'user', parts: [] };

// What the host always writes is always there; a nullable member can be null.
holds<Equal<p.Task['history'], p.Message[]>>();
holds<Equal<p.Task['kind'], 'task'>>();
holds<Equal<p.PushConfigGetResult['config'], p.PushNotificationConfig | null>>();

// Open types: further members are written with open() and read with extras().
export const withMine: p.Message = p.open<p.Message>({ role: 'user', parts: [], messageId: 'm', 'x-mine': { a: 1 } });
export const partWithMine: p.Part = p.open<p.Part>({ kind: 'text', text: '', 'x-mine': 1 });
holds<Equal<ReturnType<typeof mine>, unknown>>();
export function mine(message: p.Message) {
  return p.extras(message)['x-mine'];
}
// @ts-expect-error known members keep their types
p.open<p.Message>({ role: 1, parts: [], messageId: 'm' });
// @ts-expect-error a closed type has no further members
p.open<p.TaskStatus>({ state: 'working', timestamp: '', 'x-mine': 1 });

// Calls are typed by name, from both ends.
export async function use(call: p.Call<{ timeoutMs: number }>): Promise<string> {
  const registered = await call('a2a.agents.register', { contextId: 'c', card: {} as p.AgentCard }, { timeoutMs: 1 });
  // @ts-expect-error no such method
  void call('a2a.agents.registr', {});
  // @ts-expect-error params of another method
  void call('a2a.tasks.get', { token: 't', taskId: 't' });
  // @ts-expect-error not an option of this transport
  void call('app.health', {}, { timeout: 1 });
  const host = p.services(call);
  await host.app.health();
  await host.app.getVersion({}, { timeoutMs: 1 });
  // @ts-expect-error this method has parameters that must be given
  void host.tasks.get();
  // @ts-expect-error and this one has none
  void host.app.health({ verbose: true });
  const { task } = await host.messages.send({ token: registered.token, message: {} as p.Message });
  return task.status.state;
}

// Notifications are a union on `method`.
export function recipientOf(notification: p.HostNotification): string {
  if (notification.method === 'a2a.push') {
    holds<Equal<typeof notification.params, p.PushNotification>>();
    return notification.params.status.timestamp;
  }
  holds<Equal<typeof notification.params, p.TaskEventNotification>>();
  return describeEvent(notification.params.event);
}

function describeEvent(event: p.TaskEvent): string {
  return event.kind === 'status-update' ? event.status.state : event.artifact.artifactId;
}

// Validators narrow.
export function read(value: unknown): p.Task | undefined {
  if (p.is(p.TaskTable, value)) return value;
  holds<Equal<typeof value, unknown>>();
  return undefined;
}
holds<Equal<ReturnType<typeof p.parse<p.Task>>, p.Task>>();

export function narrowState(state: p.TaskState): p.TerminalTaskState | undefined {
  return p.taskStateMachine.isTerminal(state) ? state : undefined;
}
// @ts-expect-error the worker's moves are not narrowed, so it is no role of the table
p.taskStateMachine.canMove('working', 'completed', 'worker');

// Names of the catalogues are literal.
holds<Equal<(typeof p.errors)['A2A_SEND_CAP']['code'], 1400>>();
export const bound: p.BoundName = 'A2A_MAX_PARTS';
// @ts-expect-error no such bound
export const badBound: p.BoundName = 'A2A_MAX_PART';
export const capability: p.CapabilityName = 'a2a';
