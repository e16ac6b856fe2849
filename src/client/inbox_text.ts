import { BROKER_NAME, errors, type Message, type Task } from '../../generated/ts/index.js';
import type { Agent } from './agent.js';
import type { LinkCallOptions } from './agent_link.js';
import type { AgentEvent } from './agent_types.js';
import { attributionLine, neutralise } from './attribution.js';
import type { CallOptions } from './connection.js';
import { isA2AError } from './errors.js';
import type { Inbox } from './inbox.js';
import { textOf } from './messages.js';

/** Characters of one body; a parent's turn has to stay readable. */
const maxBody = 8192;

/**
 * What a reader is told of all pending events. They are taken round by round, since the host shows later ones only when
 * earlier ones are taken. From the first taking on this cannot fail any more: what goes wrong then, an abort too, ends the
 * text there, and the rest is pending still.
 */
export async function renderInbox(agent: Agent, inbox: Inbox, options: CallOptions): Promise<string> {
  // All that is asked here changes nothing.
  const how: LinkCallOptions = { ...options, repeat: true };
  const blocks: string[] = [];
  const tasks = new Map<string, Task | undefined>();
  try {
    while (await nextRound(agent, inbox, tasks, how, blocks));
  } catch (error) {
    if (blocks.length === 0) throw error;
  }
  return blocks.join('\n\n');
}

/** Makes the texts of what is here, then takes it. True when there is more. */
async function nextRound(
  agent: Agent,
  inbox: Inbox,
  tasks: Map<string, Task | undefined>,
  how: LinkCallOptions,
  blocks: string[],
): Promise<boolean> {
  await inbox.fill(how);
  const events = inbox.pending;
  if (events.length === 0) return false;
  const sessions = await sessionsOf(agent, how);
  const texts: string[] = [];
  for (const event of events) texts.push(await renderEvent(agent, event, tasks, sessions, how));
  how.signal?.throwIfAborted();
  // Somebody else may have taken some meanwhile.
  const taken = new Set(inbox.claim(events));
  blocks.push(...texts.filter((_, at) => taken.has(events[at] as AgentEvent)));
  return inbox.behind || inbox.pending.length > 0;
}

async function sessionsOf(agent: Agent, how: CallOptions): Promise<Map<string, string | undefined>> {
  return new Map((await agent.discover(how)).map(({ name, contextId }) => [name, contextId]));
}

async function renderEvent(
  agent: Agent,
  { event, message: cause, contextId }: AgentEvent,
  tasks: Map<string, Task | undefined>,
  sessions: Map<string, string | undefined>,
  how: CallOptions,
): Promise<string> {
  if (!tasks.has(event.taskId)) tasks.set(event.taskId, await known(agent.get(event.taskId, { ...how, historyLength: 0 })));
  const task = tasks.get(event.taskId);
  const spoken = cause ?? (event.kind === 'status-update' ? event.status.message : undefined);
  const full = spoken?.omitted === true ? await known(agent.message(event.taskId, spoken.messageId, how)) : spoken;
  const other = task?.agentName === agent.id ? task.requesterName : task?.agentName;
  const from = spoken?.from ?? other ?? BROKER_NAME;
  // The task's context is the requester's; where another agent lives, its card tells.
  const home = from === task?.requesterName ? contextId : sessions.get(from);
  const line = attributionLine({
    from,
    task: task === undefined ? event.taskId : `T${task.number}`,
    ...(from === BROKER_NAME ? {} : { kind: agent.card.kind ?? 'subagent' }),
    ...(home === undefined ? {} : { sameSession: home === agent.contextId }),
  });
  return [line, headline(event), body(event, full)].filter((text) => text !== '').join('\n');
}

function headline(event: AgentEvent['event']): string {
  if (event.kind === 'artifact-update') return `artifact ${neutralise(event.artifact.name ?? event.artifact.artifactId)}`;
  return `state: ${event.status.state}`;
}

function body(event: AgentEvent['event'], message: Message | undefined): string {
  const text = event.kind === 'artifact-update' ? textOf(event.artifact) : message === undefined ? '' : textOf(message);
  if (text.length <= maxBody) return neutralise(text);
  return `${neutralise(Array.from(text.slice(0, maxBody)).filter(whole).join(''))}\n(cut here; ${text.length - maxBody} more characters are in the task)`;
}

/** Not the half that a cut left of a character. */
function whole(character: string): boolean {
  return !/^[\ud800-\udfff]$/.test(character);
}

/** What is not there any more is left out of a text. */
async function known<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isA2AError(error, errors.A2A_UNKNOWN_TASK.name) || isA2AError(error, errors.A2A_UNKNOWN_AGENT.name)) return undefined;
    throw error;
  }
}
