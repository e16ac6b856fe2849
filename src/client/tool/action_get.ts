// get: the open tasks line by line, or one task with what was said.
import type { Task, TaskEventNotification } from '../../../generated/ts/index.js';
import { taskSections } from './bodies.js';
import { lookUpHomes } from './action_discover.js';
import { oneWait, unreadLines } from './action_wait.js';
import type { Done, Running } from './outcome.js';
import { pageOf, sizeOf, type Page } from './pages.js';
import { refuse } from './refusal.js';
import { within, type Session } from './session.js';
import type { NextCall } from './suggest.js';
import { dutiesOf, handle, isOpen, openTasks, owes, serves, taskLine } from './tasks.js';

export async function get(running: Running): Promise<Done> {
  return running.args.task === undefined ? await list(running) : await read(running, running.args.task);
}

async function list({ session, args, how }: Running): Promise<Done> {
  const { agent } = session;
  const tasks = await openTasks(agent, how);
  for (const task of tasks) session.learn(task);
  if (tasks.length === 0) return { lines: ['You have no open task: you owe nothing and wait for nothing.'], tasks };
  const lines = listLines(agent, tasks);
  const page = pageOf([{ head: '', text: lines.join('\n'), tail: '' }], args.page ?? 1);
  if (page === undefined) refuse(`There is no page ${args.page} of your tasks.`, { action: 'get' });
  const since = session.unchangedFor(`list ${page.page}`, page.text);
  const [owed] = dutiesOf(agent, tasks).owed;
  const next: NextCall =
    page.page < page.pages
      ? { action: 'get', page: page.page + 1 }
      : owed === undefined
        ? { action: 'wait' }
        : { action: 'get', task: handle(owed) };
  if (since !== undefined) return { lines: [`Your ${tasks.length} open tasks are as you saw them ${ago(since)}.`], tasks, next };
  return {
    lines: [`${tasks.length} open (* is your turn):`, page.text, ...(page.pages > 1 ? [`Page ${page.page} of ${page.pages}.`] : [])],
    tasks,
    next,
  };
}

/** Bytes that a line of a list has on the average: 12 of them and what stands around them make less than 1 000. */
const LINE_BYTES = 62;

/** One line for each task, with as much of the titles as there is room for. */
function listLines(agent: Running['session']['agent'], tasks: readonly Task[]): string[] {
  for (const titleBytes of [30, 24, 18, 12]) {
    const lines = tasks.map((task) => `${owes(agent, task) ? '* ' : ''}${taskLine(agent, task, titleBytes)}`);
    if (Buffer.byteLength(lines.join('\n')) <= LINE_BYTES * tasks.length) return lines;
  }
  return tasks.map((task) => `${owes(agent, task) ? '* ' : ''}${taskLine(agent, task, 0)}`);
}

async function read(running: Running, ref: string): Promise<Done> {
  const { session, args, how } = running;
  const id = await session.find(ref, how);
  // A later page holds older texts: what is new stays for whoever reads or waits.
  const events = (args.page ?? 1) === 1 ? await takeEvents(running, id) : [];
  let task: Task;
  try {
    task = session.learn(await within(session.agent.get(id, how), how.timeoutMs));
  } catch (error) {
    if (events.length === 0) throw error;
    return { lines: unreadLines(session, events), events, next: { action: 'get' }, silent: true };
  }
  running.task = task;
  return { ...(await shown(running, task, args.page ?? 1)), ...(events.length === 0 ? {} : { events }) };
}

/** What is read need not be told again: its events are taken, before the reading, so that none is newer than it. */
async function takeEvents(running: Running, task: string): Promise<TaskEventNotification[]> {
  const events: TaskEventNotification[] = [];
  try {
    for (;;) {
      const taken = await oneWait(running, task, 0);
      events.push(...(taken?.events ?? []));
      if (taken?.more !== true || taken.events.length === 0) return events;
    }
  } catch {
    return events; // Not one's own task, or a host in trouble: the reading says so.
  }
}

/** One page of a task. */
export async function shown({ session, how }: Running, task: Task, number: number): Promise<Done> {
  const { agent } = session;
  await lookUpHomes(session, [task], how);
  const page = await pageOfTask(session, how, task, number);
  if (page === undefined) refuse(`${handle(task)} has no page ${number}.`, { action: 'get', task: handle(task) });
  const since = session.unchangedFor(`${task.id} ${number}`, `${task.generation} ${task.counterpartLive}`);
  const line = taskLine(agent, task);
  if (since !== undefined) {
    return {
      lines: [`${line}: nothing new since you read it ${ago(since)}.`],
      task,
      ...(isOpen(task) && !owes(agent, task) ? { next: { action: 'wait', task: handle(task) } } : {}),
    };
  }
  return {
    lines: [
      `${line}, ${task.historyTotal === 1 ? '1 message' : `${task.historyTotal} messages, newest first`}`,
      page.text,
      ...(page.pages > 1 ? [`Page ${page.page} of ${page.pages} (${sizeOf(page.bytes)} in all).`] : []),
      ...(page.older > 0 ? [`${page.older} older messages follow.`] : []),
    ],
    task,
    ...nextAfter(agent, task, page),
  };
}

/** A page; the pages of older messages than the host gives at once follow those of the newest. */
async function pageOfTask(
  session: Session,
  how: Running['how'],
  task: Task,
  number: number,
): Promise<(Page & { older: number }) | undefined> {
  let older = task.historyTotal - task.history.length;
  let part = task;
  let before = 0;
  for (;;) {
    const sections = taskSections(session, part);
    const page = pageOf(sections, number - before);
    const pages = before + ((page ?? pageOf(sections, 1))?.pages ?? 1);
    if (page !== undefined) return { ...page, page: number, pages, older: page.page < page.pages || part.history.length === 0 ? 0 : older };
    const oldest = part.history[0]?.messageId;
    if (older <= 0 || oldest === undefined) return undefined;
    const { history } = await within(session.agent.get(task.id, { ...how, beforeMessageId: oldest }), how.timeoutMs);
    if (history.length === 0) return undefined;
    older -= history.length;
    before = pages;
    part = { ...task, artifacts: [], history };
  }
}

function nextAfter(
  agent: Running['session']['agent'],
  task: Task,
  { page, pages, older }: { page: number; pages: number; older: number },
): { next?: NextCall } {
  if (page < pages || older > 0) return { next: { action: 'get', task: handle(task), page: page + 1 } };
  if (!isOpen(task)) return {};
  if (!owes(agent, task)) return { next: { action: 'wait', task: handle(task) } };
  return {
    next: serves(agent, task)
      ? { action: 'complete', task: handle(task), text: '<your result>' }
      : { action: 'send', task: handle(task), text: '<your answer>' },
  };
}

function ago(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s ago`;
}
