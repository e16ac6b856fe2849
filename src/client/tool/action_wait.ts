// wait: until something comes, or the time is over. Never longer than its own deadline, whatever the host does.
import { A2A_DEFAULT_STREAM_WAIT_SECONDS, type Task, type TaskEventNotification } from '../../../generated/ts/index.js';
import { shown } from './action_get.js';
import { messageSection } from './bodies.js';
import type { Done, Running } from './outcome.js';
import { PAGE_BYTES, pageOf, wholeOf, type Section } from './pages.js';
import type { ToolWait } from './tool_agent.js';
import type { NextCall } from './suggest.js';
import { dutiesOf, handle, isOpen, openTasks, owes, serves, taskLine } from './tasks.js';

/** How much longer than asked the tool gives the host. */
const GRACE_MS = 3000;

export async function wait(running: Running): Promise<Done> {
  const { session, args, how, notes } = running;
  const id = args.task === undefined ? undefined : await session.find(args.task, how);
  let seconds = args.seconds ?? Math.min(A2A_DEFAULT_STREAM_WAIT_SECONDS, session.maxWait);
  if (seconds > session.maxWait) {
    notes.push(`a single wait lasts ${session.maxWait} s at most here`);
    seconds = session.maxWait;
  }
  if (id !== undefined) {
    const task = session.learn(await session.agent.get(id, { ...how, historyLength: 0 }));
    running.task = task;
  }
  const { events, more, silent } = await waited(running, id, seconds);
  if (events.length > 0) return await came(running, events, more);
  if (id === undefined) return await nothing(running, seconds, silent);
  const task = session.learn(await session.agent.get(id, how));
  if (isOpen(task)) return await nothing(running, seconds, silent, task);
  return await shown(running, task, 1);
}

/** Waits in slices, so that the runtime hears of it from time to time. */
async function waited(running: Running, task: string | undefined, seconds: number): Promise<ToolWait & { silent: boolean }> {
  const { session, options } = running;
  const start = session.now();
  const end = start + seconds * 1000;
  for (;;) {
    const left = Math.max(0, (end - session.now()) / 1000);
    const slice = Math.min(left, session.options.sliceSeconds ?? left);
    const result = await oneWait(running, task, slice);
    if (result === undefined) return { events: [], more: false, timedOut: true, silent: true };
    if (result.events.length > 0 || !result.timedOut || slice >= left) return { ...result, silent: false };
    const gone = Math.round((session.now() - start) / 1000);
    options.onProgress?.(`Waiting for ${running.args.task ?? 'anything'}: ${gone} of ${seconds} s`, gone);
  }
}

/** undefined when the host let the deadline pass. */
async function oneWait({ session, options }: Running, task: string | undefined, seconds: number): Promise<ToolWait | undefined> {
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
    return await Promise.race([late, call, aborted]);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

async function came(running: Running, events: TaskEventNotification[], more: boolean): Promise<Done> {
  const { session, how } = running;
  const tasks = new Map<string, Task>();
  for (const { event } of events) {
    if (!tasks.has(event.taskId))
      tasks.set(event.taskId, session.learn(await session.agent.get(event.taskId, { ...how, historyLength: 0 })));
  }
  const sections: Section[] = [];
  let cutShort: Task | undefined;
  for (const task of tasks.values()) {
    const own = newsOf(
      running,
      task,
      events.filter(({ event }) => event.taskId === task.id),
    );
    const fits = own !== undefined && Buffer.byteLength(wholeOf([...sections, ...own])) <= PAGE_BYTES;
    sections.push(
      { head: '', text: `${taskLine(session.agent, task)}${fits ? '' : ': read it with get'}`, tail: '' },
      ...(fits ? own : []),
    );
    if (!fits) cutShort ??= task;
  }
  const [first] = tasks.values();
  // A single long text is shown as get shows it, page by page.
  if (cutShort !== undefined && tasks.size === 1) {
    const whole = session.learn(await session.agent.get(cutShort.id, how));
    return { ...(await shown(running, whole, 1)), events };
  }
  const next: NextCall | undefined =
    cutShort !== undefined
      ? { action: 'get', task: handle(cutShort) }
      : more
        ? { action: 'wait' }
        : first === undefined
          ? undefined
          : nextFor(running, first);
  const text = pageOf(sections, 1)?.text ?? '';
  return {
    lines: [text, ...(more ? ['More has come.'] : [])],
    events,
    tasks: [...tasks.values()],
    ...(first === undefined ? {} : { task: first }),
    ...(next === undefined ? {} : { next }),
  };
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
async function nothing({ session, how }: Running, seconds: number, silent: boolean, named?: Task): Promise<Done> {
  const open = await openTasks(session.agent, how).catch(() => []);
  const { owed, awaited } = dutiesOf(session.agent, open);
  const about = named === undefined ? awaited : [named];
  const what = silent ? `The host did not answer within ${seconds} s and a little more.` : `Nothing came within ${seconds} s.`;
  const [first] = owed;
  const advice =
    first === undefined
      ? 'Do other work now and look later; do not sleep or wait again at once.'
      : `Do what you owe first: ${handle(first)}.`;
  return {
    lines: [what, ...about.slice(0, 12).map((task) => taskLine(session.agent, task)), advice],
    tasks: about,
    ...(named === undefined ? {} : { task: named }),
    next:
      first === undefined
        ? { action: 'get', ...(named === undefined ? {} : { task: handle(named) }) }
        : { action: 'get', task: handle(first) },
  };
}
