// send: a new task for an agent, or a message on a task.
import { errors, type Task } from '../../../generated/ts/index.js';
import { wait } from './action_wait.js';
import { peers } from './action_discover.js';
import { contentOf } from './content.js';
import { begin, type Done, type Running } from './outcome.js';
import { refuse } from './refusal.js';
import { bare, beforeWords, nearest, saysSomething } from './suggest.js';
import { counterpart, handle, isOpen, owes, stateWord, TITLE } from './tasks.js';
import { wellFormed } from './values.js';

export async function send(running: Running): Promise<Done> {
  const { session, args } = running;
  if (args.text === undefined ? args.data === undefined && args.files === undefined : !saysSomething(args.text)) {
    refuse(
      args.text === undefined ? 'send needs text, data or files.' : `${args.text} is no text: it stands where your own words go.`,
      beforeWords(args),
      'Then make the call again with your own words in text.',
    );
  }
  const task = args.task === undefined ? await open(running) : await follow(running, args.task);
  running.task = session.learn(task);
  const done = receipt(running, task);
  if (args.seconds === undefined || args.seconds === 0 || owes(session.agent, task)) return done;
  try {
    const answer = await wait({ ...running, args: { action: 'wait', task: handle(task), seconds: args.seconds } });
    return { ...answer, lines: [...done.lines, ...answer.lines], task: answer.task ?? task };
  } catch (error) {
    // The message is stored whatever became of the wait.
    const why =
      (error as { errorCode?: string }).errorCode === errors.A2A_WAIT_CYCLE.name
        ? `Not waited: ${(error as Error).message}`
        : 'The wait for the answer failed.';
    return { ...done, lines: [...done.lines, session.withHandles(why)], next: { action: 'get', task: handle(task) } };
  }
}

async function open(running: Running): Promise<Task> {
  const { session, args, how } = running;
  const { agent } = session;
  if (args.to !== undefined && (await means(running, args.to, agent.id))) {
    refuse(`${args.to} is yourself.`, { action: 'discover' });
  }
  const parts = await contentOf(running);
  const metadata = { [TITLE]: titleFrom(args.text ?? args.data ?? 'files') };
  begin(running);
  try {
    return await agent.send({ ...(args.to === undefined ? {} : { to: args.to }), parts, metadata }, how);
  } catch (error) {
    const exact = (error as { errorCode?: string }).errorCode === errors.A2A_UNKNOWN_AGENT.name ? await spelled(running) : undefined;
    if (exact === undefined) throw error;
    running.notes.push(`to ${JSON.stringify(args.to)} counts as ${exact}`);
    return await agent.send({ to: exact, parts, metadata }, how);
  }
}

/** The one agent whose name differs from `to` only in case and punctuation. */
async function spelled({ session, args, how }: Running): Promise<string | undefined> {
  const names = (await peers(session, how)).map(({ name }) => name);
  const meant = names.filter((name) => sameName(name, args.to ?? ''));
  return meant.length === 1 && meant[0] !== args.to ? meant[0] : undefined;
}

async function follow(running: Running, ref: string): Promise<Task> {
  const { session, args, how } = running;
  const id = await session.find(ref, how);
  const before = session.learn(await session.agent.get(id, { ...how, historyLength: 0 }));
  running.task = before;
  const other = counterpart(session.agent, before);
  if (args.to !== undefined && !(await means(running, args.to, other))) {
    const { task: _task, ...rest } = args;
    const { to: _to, ...same } = args;
    const names = [other, ...(await peers(session, how)).map(({ name }) => name)];
    if (nearest(args.to, [...new Set(names)]) === other) {
      refuse(`${handle(before)} is between you and ${other}, and there is no ${args.to}.`, same, 'Leave out to.');
    }
    refuse(
      `${handle(before)} is between you and ${other}, not ${args.to}.`,
      rest,
      `Leave out task to open a new one for ${args.to}, or leave out to.`,
    );
  }
  const parts = await contentOf(running);
  begin(running);
  return await session.agent.send({ task: id, parts }, how);
}

function sameName(a: string, b: string): boolean {
  return bare(a) !== '' && bare(a) === bare(b);
}

/** `to` is that agent's name, or differs from it in case and punctuation only and is nobody else's. */
async function means({ session, how }: Running, to: string, name: string): Promise<boolean> {
  if (to === name || !sameName(to, name)) return to === name;
  return !(await peers(session, how)).some((card) => card.name === to);
}

function receipt({ session, args }: Running, task: Task): Done {
  const other = counterpart(session.agent, task);
  const live = task.counterpartLive ? `${other} is running` : `${other} is not running and gets it when it comes back`;
  const what = args.task === undefined ? `Sent to ${other} as new task ${handle(task)}` : `Sent to ${other} on ${handle(task)}`;
  return {
    lines: [`${what} (${stateWord(task.status.state)}): stored, ${live}.`],
    task,
    ...(owes(session.agent, task) || !isOpen(task) ? {} : { next: { action: 'wait', task: handle(task) } }),
  };
}

function titleFrom(text: string): string {
  const [line = ''] = text.trim().slice(0, 1000).split('\n');
  return wellFormed([...line].slice(0, 60).join(''));
}
