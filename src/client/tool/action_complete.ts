// complete: ends a task that the agent serves, or pauses it with a question. cancel: ends a task from either side.
import { errors, taskStateMachine, type Part, type Task } from '../../../generated/ts/index.js';
import type { Outcome } from './arguments.js';
import { contentOf } from './content.js';
import { begin, type Done, type Running } from './outcome.js';
import { refuse, Refusal } from './refusal.js';
import { saysSomething, type NextCall } from './suggest.js';
import { counterpart, handle, isOpen, openTasks, serves, stateWord, taskLine } from './tasks.js';
import type { ToolAgent, ToolCallOptions } from './tool_agent.js';

export async function complete(running: Running): Promise<Done> {
  const { session, args } = running;
  const outcome = args.outcome ?? 'completed';
  const task = await served(running);
  running.task = task;
  if (!saysSomething(args.text)) refuseWithoutText(running, task);
  const parts = await contentOf(running);
  begin(running);
  const after = session.learn(await move(running, task, outcome, parts));
  const live = after.counterpartLive ? 'is running' : 'is not running and gets it when it comes back';
  const lines = [`${handle(after)} is ${stateWord(after.status.state)}: stored, ${after.requesterName} ${live}.`];
  return { lines, task: after, ...(isOpen(after) ? { next: { action: 'wait', task: handle(after) } } : {}) };
}

function refuseWithoutText({ args: { text } }: Running, task: Task): never {
  const read: NextCall = { action: 'get', task: handle(task) };
  if (!isOpen(task)) refuse(`${handle(task)} is ${stateWord(task.status.state)} already and takes no other result.`, read);
  const what =
    text === undefined
      ? 'complete needs text: the result, why it failed, or the question.'
      : `${text} is no result: it stands where your own words go.`;
  refuse(`${what} ${handle(task)} is unchanged.`, read, 'Then complete it with your own words in text.');
}

/** The task in its outcome. Out of a pause only working leads on, and the worker may go there itself. */
async function move({ session: { agent }, how, notes }: Running, task: Task, outcome: Outcome, parts: Part[]): Promise<Task> {
  const { state } = task.status;
  try {
    // In a pause too: this is refused for the move alone, when there is nothing else to refuse, and changes nothing.
    return await agent.status(task.id, outcome, { parts }, how);
  } catch (error) {
    const moves = taskStateMachine.canMove(state, 'working') && taskStateMachine.canMove('working', outcome);
    const refused = (error as { errorCode?: string }).errorCode === errors.A2A_INVALID_TRANSITION.name;
    if (!refused || !moves || taskStateMachine.canMove(state, outcome)) throw error;
  }
  await agent.status(task.id, 'working', undefined, how);
  notes.push(`${handle(task)} was ${stateWord(state)} and went on without the answer`);
  try {
    return await agent.status(task.id, outcome, { parts }, how);
  } catch (error) {
    if (isRefusal(error)) await pauseAgain(agent, task, how);
    throw error;
  }
}

/** As it was before: with its question, or without one where a message is what was refused. */
async function pauseAgain(agent: ToolAgent, { id, status: { state, message } }: Task, how: ToolCallOptions): Promise<void> {
  const asked = message === undefined ? undefined : { parts: message.parts };
  await agent.status(id, state, asked, how).catch(() => agent.status(id, state, undefined, how).catch(() => undefined));
}

/** The host has answered that it did nothing. */
function isRefusal(error: unknown): boolean {
  const { errorCode, retryable } = error as { errorCode?: string; retryable?: boolean };
  return errorCode !== undefined && Object.hasOwn(errors, errorCode) && retryable !== true;
}

async function served({ session, args, how }: Running): Promise<Task> {
  const { agent } = session;
  if (args.task === undefined) {
    const mine = (await openTasks(agent, how)).filter((task) => serves(agent, task));
    const [only, ...more] = mine.map((task) => session.learn(task));
    if (only === undefined) refuse('You serve no open task, so there is nothing to complete.', { action: 'get' });
    if (more.length === 0) return only;
    refuse(
      `complete needs task: you serve ${[only, ...more]
        .slice(0, 8)
        .map((task) => `${handle(task)} for ${task.requesterName}`)
        .join(', ')}.`,
      { action: 'get' },
      'Name the one that the text answers.',
    );
  }
  const task = session.learn(await agent.get(await session.find(args.task, how), { ...how, historyLength: 0 }));
  if (serves(agent, task)) return task;
  const possible = isOpen(task)
    ? 'You asked for it: you can send to it, wait for it or cancel it.'
    : `It is ${stateWord(task.status.state)} already.`;
  throw new Refusal({
    text: `${handle(task)} is served by ${task.agentName}, not by you; only ${task.agentName} can complete it. ${possible}`,
    next: { action: 'get', task: handle(task) },
  });
}

export async function cancel(running: Running): Promise<Done> {
  const { session, args, how } = running;
  const { agent } = session;
  if (args.task === undefined) {
    const open = (await openTasks(agent, how)).map((task) => session.learn(task));
    const [first, ...more] = open;
    if (first === undefined) refuse('You have no open task, so there is nothing to cancel.', { action: 'get' });
    refuse(
      `cancel needs task. Open: ${open
        .slice(0, 8)
        .map((task) => taskLine(agent, task))
        .join('; ')}.`,
      more.length === 0 ? { action: 'cancel', task: handle(first) } : { action: 'get' },
      'Make sure that it is the one you mean.',
    );
  }
  const id = await session.find(args.task, how);
  running.task = session.learn(await agent.get(id, { ...how, historyLength: 0 }));
  begin(running);
  const task = session.learn(await agent.cancel(id, how));
  return { lines: [`${handle(task)} is ${stateWord(task.status.state)}; ${counterpart(agent, task)} is told.`], task };
}
