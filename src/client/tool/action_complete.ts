// complete: ends a task that the agent serves, or pauses it with a question. cancel: ends a task from either side.
import { taskStateMachine, type Task } from '../../../generated/ts/index.js';
import { contentOf } from './content.js';
import { begin, type Done, type Running } from './outcome.js';
import { refuse, Refusal } from './refusal.js';
import { counterpart, handle, isOpen, openTasks, serves, stateWord, taskLine } from './tasks.js';

export async function complete(running: Running): Promise<Done> {
  const { session, args, how } = running;
  const outcome = args.outcome ?? 'completed';
  const task = await served(running);
  running.task = task;
  if (args.text === undefined) {
    refuse(`complete needs text: the result, why it failed, or the question. ${handle(task)} is unchanged.`, {
      ...args,
      task: handle(task),
      text: '<your result>',
    });
  }
  const parts = await contentOf(running);
  begin(running);
  let state = task.status.state;
  if (
    !taskStateMachine.canMove(state, outcome) &&
    taskStateMachine.canMove(state, 'working') &&
    taskStateMachine.canMove('working', outcome)
  ) {
    // Out of a pause nothing but working leads on; the worker may go there itself.
    state = (await session.agent.status(task.id, 'working', undefined, how)).status.state;
    running.notes.push(`${handle(task)} was ${stateWord(task.status.state)} and went on without the answer`);
  }
  const after = session.learn(await session.agent.status(task.id, outcome, { parts }, how));
  const live = after.counterpartLive ? 'is running' : 'is not running and gets it when it comes back';
  const lines = [`${handle(after)} is ${stateWord(after.status.state)}: stored, ${after.requesterName} ${live}.`];
  return { lines, task: after, ...(isOpen(after) ? { next: { action: 'wait', task: handle(after) } } : {}) };
}

/** The task to complete: the named one, or the only one that the agent serves. */
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
