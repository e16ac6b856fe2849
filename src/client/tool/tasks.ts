// The agent's tasks as the tool speaks of them: handles, sides, lines, and what is owed.
import { taskStateMachine, TaskStateValues, type Task, type TaskState } from '../../../generated/ts/index.js';
import { snippet } from './provenance.js';
import type { ToolAgent, ToolCallOptions } from './tool_agent.js';

export function handle(task: Pick<Task, 'number'>): string {
  return `T${task.number}`;
}

export function serves(agent: Pick<ToolAgent, 'id'>, task: Task): boolean {
  return task.agentName === agent.id;
}

/** The other party. */
export function counterpart(agent: Pick<ToolAgent, 'id'>, task: Task): string {
  return serves(agent, task) ? task.requesterName : task.agentName;
}

export function isOpen(task: Task): boolean {
  return !taskStateMachine.isTerminal(task.status.state);
}

/** It is this agent's turn: work to do on a task it serves, or an answer to give on one it requested. */
export function owes(agent: Pick<ToolAgent, 'id'>, task: Task): boolean {
  return isOpen(task) && serves(agent, task) !== taskStateMachine.isPaused(task.status.state);
}

/** Member of a task's metadata that holds what it is about; the tool sets it when it opens one. */
export const TITLE = 'title';

export function titleOf(task: Task): string | undefined {
  const title = task.metadata?.[TITLE];
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

const stateWords: { readonly [S in TaskState]?: string } = {
  'input-required': 'input required',
  'auth-required': 'authorisation required',
};

export function stateWord(state: TaskState): string {
  return stateWords[state] ?? state;
}

/** `T17 working, you serve planner: "Add the flag"`. */
export function taskLine(agent: Pick<ToolAgent, 'id'>, task: Task, titleBytes = 30): string {
  const side = serves(agent, task) ? `for ${task.requesterName}` : `by ${task.agentName}`;
  const gone = isOpen(task) && !task.counterpartLive ? ' (not running)' : '';
  const title = titleOf(task);
  return `${handle(task)} ${stateWord(task.status.state)} ${side}${gone}${title === undefined || titleBytes === 0 ? '' : ` ${snippet(title, 28, titleBytes)}`}`;
}

const openStates = TaskStateValues.filter((state) => !taskStateMachine.isTerminal(state));

/** The agent's open tasks, by number. */
export async function openTasks(agent: ToolAgent, how?: ToolCallOptions): Promise<Task[]> {
  const lists = await Promise.all(openStates.map((state) => allOf(agent, state, how)));
  const byId = new Map<string, Task>();
  for (const task of lists.flat()) {
    const other = byId.get(task.id);
    if (other === undefined || other.generation < task.generation) byId.set(task.id, task);
  }
  return [...byId.values()].sort((a, b) => a.number - b.number);
}

async function allOf(agent: ToolAgent, state: TaskState, how?: ToolCallOptions): Promise<Task[]> {
  const tasks: Task[] = [];
  let pageToken: string | undefined;
  do {
    const page = await agent.list({ state, ...(pageToken === undefined ? {} : { pageToken }) }, how);
    tasks.push(...page.tasks);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return tasks;
}

export interface Duties {
  owed: Task[];
  awaited: Task[];
}

export function dutiesOf(agent: ToolAgent, open: readonly Task[]): Duties {
  return { owed: open.filter((task) => owes(agent, task)), awaited: open.filter((task) => !owes(agent, task)) };
}

const MAX_NAMED = 5;

/** `T2, T4 to reviewer; T9 to builder and 3 more`. */
function named(agent: ToolAgent, tasks: readonly Task[], preposition: 'to' | 'from'): string {
  const groups = new Map<string, string[]>();
  for (const task of tasks.slice(0, MAX_NAMED)) {
    const answer = preposition === 'to' && !serves(agent, task) ? ' (an answer)' : '';
    const who = counterpart(agent, task);
    groups.set(who, [...(groups.get(who) ?? []), `${handle(task)}${answer}`]);
  }
  const more = tasks.length - MAX_NAMED;
  return (
    [...groups].map(([who, handles]) => `${handles.join(', ')} ${preposition} ${who}`).join('; ') + (more > 0 ? ` and ${more} more` : '')
  );
}

/** The line that ends every result; '' when nothing is owed or awaited. */
export function dutyLine(agent: ToolAgent, { owed, awaited }: Duties): string {
  return [
    ...(owed.length === 0 ? [] : [`You owe ${named(agent, owed, 'to')}.`]),
    ...(awaited.length === 0 ? [] : [`You wait for ${named(agent, awaited, 'from')}.`]),
  ].join(' ');
}

/** The same without names, which may be long. */
export function dutyHandles({ owed, awaited }: Duties): string {
  const some = (tasks: readonly Task[]): string =>
    tasks.slice(0, MAX_NAMED).map(handle).join(', ') + (tasks.length > MAX_NAMED ? ` and ${tasks.length - MAX_NAMED} more` : '');
  return [
    ...(owed.length === 0 ? [] : [`You owe ${some(owed)}.`]),
    ...(awaited.length === 0 ? [] : [`You wait for ${some(awaited)}.`]),
  ].join(' ');
}
