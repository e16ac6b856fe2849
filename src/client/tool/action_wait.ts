// wait: until something comes, or the time is over. Never longer than its own deadline, whatever the host does.
import { A2A_DEFAULT_STREAM_WAIT_SECONDS, BROKER_NAME, type Task, type TaskEventNotification } from '../../../generated/ts/index.js';
import { lookUpHomes } from './action_discover.js';
import { shown } from './action_get.js';
import type { ToolArguments } from './arguments.js';
import { messageSection, partsText } from './bodies.js';
import type { Done, Running } from './outcome.js';
import { bytesOf, PAGE_BYTES, pageOf, type Section } from './pages.js';
import { quoted } from './provenance.js';
import { GRACE_MS, isSilence, SilentHost, within, type Session } from './session.js';
import { isPassing, pause } from './steady.js';
import type { ToolWait } from './tool_agent.js';
import type { NextCall } from './suggest.js';
import { dutiesOf, handle, isOpen, openTasks, owes, serves, stateWord, taskLine } from './tasks.js';

/** Seconds that a call may wait: what it says, or the default, and never more than the runtime allows. */
export function waitOf({ maxWait }: Session, { action, seconds }: ToolArguments): number {
  return Math.min(seconds ?? (action === 'wait' ? A2A_DEFAULT_STREAM_WAIT_SECONDS : 0), maxWait);
}

export async function wait(running: Running): Promise<Done> {
  const { session, args, notes } = running;
  const seconds = waitOf(session, args);
  if ((args.seconds ?? 0) > seconds) notes.push(`a single wait lasts ${seconds} s at most here`);
  const start = session.now();
  try {
    return await waitUntil(running, seconds);
  } catch (error) {
    if (!isSilence(error)) throw error;
    return silence(running, Math.round((session.now() - start) / 1000));
  }
}

async function waitUntil(running: Running, seconds: number): Promise<Done> {
  const { session, args, how } = running;
  const id = args.task === undefined ? undefined : await within(session.find(args.task, how), how.timeoutMs);
  if (id !== undefined) {
    const task = session.learn(await within(session.agent.get(id, { ...how, historyLength: 0 }), how.timeoutMs));
    running.task = task;
  }
  const mine = running.task !== undefined && owes(session.agent, running.task) && !serves(session.agent, running.task);
  // Nothing can come on a task that waits for one's own answer.
  const start = session.now();
  const { events, more, timedOut } = await waited(running, id, mine ? 0 : seconds);
  if (events.length > 0) return await came(running, events, more);
  const lasted = timedOut ? seconds : Math.round((session.now() - start) / 1000);
  if (id === undefined) return await nothing(running, lasted);
  const task = session.learn(await within(session.agent.get(id, how), how.timeoutMs));
  if (owes(session.agent, task) && !serves(session.agent, task)) return yourTurn(running, await shown(running, task, 1), task);
  if (isOpen(task)) return await nothing(running, lasted, task);
  return await shown(running, task, 1);
}

function yourTurn(running: Running, done: Done, task: Task): Done {
  const next = nextFor(running, task);
  const lines = [`${handle(task)} waits for you: ${task.agentName} goes on when you have answered.`, ...done.lines];
  return { ...done, lines, ...(next === undefined || done.next?.action === 'get' ? {} : { next }) };
}

/** The host hangs: nothing is known but what was seen before. */
function silence({ session, task }: Running, seconds: number): Done {
  return {
    lines: [
      `The host did not answer within ${seconds} s; what came meanwhile is kept.`,
      ...(task === undefined ? [] : [`Last seen: ${taskLine(session.agent, task)}`]),
      'Go on without other agents and look later; do not wait again at once.',
    ],
    ...(task === undefined ? {} : { task }),
    next: { action: 'get' },
    silent: true,
  };
}

/** A wait that ends before its time, and without a reason, is made again so often. */
const MAX_EARLY = 5;
const EARLY_MS = 50;

/** Waits in slices, so that the runtime hears of it from time to time; goes on when the host goes and comes back. */
async function waited(running: Running, task: string | undefined, seconds: number): Promise<ToolWait> {
  const { session, options, deadline } = running;
  const start = session.now();
  const end = Math.min(start + seconds * 1000, deadline - GRACE_MS);
  for (let early = 0; ; ) {
    const left = Math.max(0, (end - session.now()) / 1000);
    const slice = Math.min(left, session.options.sliceSeconds ?? left);
    const result = await oneWait(running, task, slice).catch((error: unknown) => {
      if (!isPassing(error) || early >= MAX_EARLY || slice === 0) throw error;
      return { events: [], more: false, timedOut: false };
    });
    if (result === undefined) throw new SilentHost('The host let a wait go on beyond its time.');
    if (result.events.length > 0) return result;
    if (!result.timedOut) {
      if (early >= MAX_EARLY || slice === 0 || (task !== undefined && !(await goesOn(running, task)))) return result;
      await pause(EARLY_MS * 2 ** early++, options.signal);
      continue;
    }
    if (slice >= left) return result;
    const gone = Math.round((session.now() - start) / 1000);
    tell(options, `Waiting for ${running.args.task ?? 'anything'}: ${gone} of ${seconds} s`, gone);
  }
}

/** What the runtime does with the news is its own affair: the wait goes on whatever becomes of it. */
function tell({ onProgress }: Running['options'], text: string, seconds: number): void {
  try {
    const told: unknown = onProgress?.(text, seconds);
    Promise.resolve(told).catch(() => undefined);
  } catch {
    // The wait has no fault.
  }
}

/** Something may still come on that task without this agent. */
async function goesOn({ session, how }: Running, id: string): Promise<boolean> {
  const task = session.learn(await within(session.agent.get(id, { ...how, historyLength: 0 }), how.timeoutMs));
  return isOpen(task) && (serves(session.agent, task) || !owes(session.agent, task));
}

/** undefined when the host let the deadline pass. */
export async function oneWait(
  { session, options }: Pick<Running, 'session' | 'options'>,
  task: string | undefined,
  seconds: number,
): Promise<ToolWait | undefined> {
  const own = new AbortController();
  const abort = (): void => own.abort(options.signal?.reason);
  if (options.signal?.aborted === true) abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(
      () => {
        resolve(undefined);
        own.abort();
      },
      seconds * 1000 + GRACE_MS,
    );
  });
  const aborted = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(new DOMException('The call was ended.', 'AbortError')), { once: true });
  });
  aborted.catch(() => undefined);
  const call = session.agent.wait({ seconds, signal: own.signal, ...(task === undefined ? {} : { task }) });
  call.catch(() => undefined);
  try {
    own.signal.throwIfAborted();
    const result = await Promise.race([late, call, aborted]);
    return result ?? (await takenAlready(call));
  } catch (error) {
    const taken = own.signal.aborted ? await takenAlready(call) : undefined;
    if (taken !== undefined) return taken;
    throw error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

/** A wait that took events right when it was given up: they come to nobody else. */
async function takenAlready(call: Promise<ToolWait>): Promise<ToolWait | undefined> {
  const turn = new Promise<undefined>((resolve) => setImmediate(resolve, undefined));
  const result = await Promise.race([call.catch(() => undefined), turn]);
  return result === undefined || result.events.length === 0 ? undefined : result;
}

async function came(running: Running, events: TaskEventNotification[], more: boolean): Promise<Done> {
  const { session, how } = running;
  const tasks = new Map<string, Task>();
  // What was taken comes to nobody else: it is told even when its tasks cannot be read.
  const unread: TaskEventNotification[] = [];
  for (const one of events) {
    const { taskId } = one.event;
    if (tasks.has(taskId)) continue;
    try {
      tasks.set(taskId, session.learn(await within(session.agent.get(taskId, { ...how, historyLength: 0 }), how.timeoutMs)));
    } catch {
      unread.push(...events.filter(({ event }) => event.taskId === taskId && !unread.some((other) => other.event === event)));
    }
  }
  await lookUpHomes(session, tasks.values(), how);
  const sections: Section[] = [];
  let cutShort: Task | undefined;
  for (const task of tasks.values()) {
    const own = newsOf(
      running,
      task,
      events.filter(({ event }) => event.taskId === task.id),
    );
    const fits = own !== undefined && bytesOf([...sections, ...own]) <= PAGE_BYTES;
    sections.push(
      { head: '', text: `${taskLine(session.agent, task)}${fits ? '' : ': read it with get'}`, tail: '' },
      ...(fits ? own : []),
    );
    if (!fits) cutShort ??= task;
  }
  const [first] = tasks.values();
  // A single long text is shown as get shows it, page by page.
  if (cutShort !== undefined && tasks.size === 1 && unread.length === 0) {
    const page = await within(session.agent.get(cutShort.id, how), how.timeoutMs)
      .then((whole) => shown(running, session.learn(whole), 1))
      .catch(() => undefined);
    if (page !== undefined) return { ...page, events };
  }
  const next: NextCall | undefined =
    cutShort !== undefined
      ? { action: 'get', task: handle(cutShort) }
      : more
        ? { action: 'wait' }
        : first === undefined
          ? { action: 'get' }
          : nextFor(running, first);
  const text = pageOf(sections, 1)?.text ?? '';
  return {
    lines: [text, ...unreadLines(session, unread), ...(more ? ['More has come.'] : [])],
    events,
    tasks: [...tasks.values()],
    ...(first === undefined ? {} : { task: first }),
    ...(next === undefined ? {} : { next }),
    ...(unread.length === 0 ? {} : { silent: true }),
  };
}

/** Events whose tasks could not be read, from what they hold themselves. */
export function unreadLines(session: Session, events: readonly TaskEventNotification[]): string[] {
  if (events.length === 0) return [];
  const sections = events.flatMap(({ event, message }): Section[] => {
    const name = session.handleOf(event.taskId);
    const what = event.kind === 'status-update' ? stateWord(event.status.state) : 'has a new artifact';
    const said = message ?? (event.kind === 'status-update' ? event.status.message : undefined);
    const parts = event.kind === 'status-update' ? said?.parts : event.artifact.parts;
    const from = said?.from ?? 'the other party';
    const head: Section = { head: '', text: `${name} ${what}`, tail: '' };
    if (parts === undefined || parts.length === 0) return [head];
    const home = session.contexts.get(from);
    const origin = {
      from,
      ...(from === BROKER_NAME ? {} : { kind: session.agent.card.kind ?? 'subagent' }),
      ...(home === undefined ? {} : { sameSession: home === session.agent.contextId }),
      task: name,
    };
    return [head, quoted(origin, partsText(parts))];
  });
  const page = pageOf(sections, 1);
  const cutOff = (page?.pages ?? 1) > 1 ? ['The rest is read with get.'] : [];
  return [page?.text ?? '', ...cutOff, 'More about it could not be read now.'];
}

/** The messages of a task's events; undefined when one of them left in omitted form. */
function newsOf({ session }: Running, task: Task, events: readonly TaskEventNotification[]): Section[] | undefined {
  const sections: Section[] = [];
  for (const { event, message } of events) {
    if (event.kind === 'artifact-update') {
      if (event.artifact.omitted === true) return undefined;
      const text = { role: 'agent', parts: event.artifact.parts, messageId: event.artifact.artifactId, from: task.agentName } as const;
      sections.push(messageSection(session, task, { ...text, parts: [...text.parts] }));
      continue;
    }
    const said = message ?? event.status.message;
    if (said?.omitted === true) return undefined;
    if (said !== undefined) sections.push(messageSection(session, task, said));
  }
  return sections;
}

function nextFor({ session: { agent } }: Running, task: Task): NextCall | undefined {
  if (!isOpen(task)) return undefined;
  if (!owes(agent, task)) return { action: 'wait', task: handle(task) };
  return serves(agent, task)
    ? { action: 'complete', task: handle(task), text: '<your result>' }
    : { action: 'send', task: handle(task), text: '<your answer>' };
}

/** The time is over: what is true of each awaited task, and what to do instead of waiting on. */
async function nothing({ session, how }: Running, seconds: number, named?: Task): Promise<Done> {
  const open = await within(openTasks(session.agent, how), how.timeoutMs);
  const { owed, awaited } = dutiesOf(session.agent, open);
  const about = named === undefined ? awaited : [named];
  const [first] = owed;
  const advice =
    first === undefined
      ? 'Do other work now and look later; do not sleep or wait again at once.'
      : `Do what you owe first: ${handle(first)}.`;
  return {
    lines: [`Nothing came within ${seconds} s.`, ...about.slice(0, 12).map((task) => taskLine(session.agent, task)), advice],
    tasks: about,
    ...(named === undefined ? {} : { task: named }),
    next:
      first === undefined
        ? { action: 'get', ...(named === undefined ? {} : { task: handle(named) }) }
        : { action: 'get', task: handle(first) },
  };
}
