// The end of an agent's turn: work that it owes is neither forgotten nor left open for ever.
import { errors, type Task } from '../../../generated/ts/index.js';
import { isA2AError } from '../errors.js';
import { handle, openTasks, owes, serves } from './tasks.js';
import { writeCall } from './suggest.js';
import type { ToolAgent } from './tool_agent.js';

export interface TurnEnd {
  /** To give to the model instead of ending the turn. */
  reminder?: string;
  /** Tasks that were failed, since the reminder changed nothing. */
  failed: Task[];
}

/** Tasks that an agent was reminded of. */
const reminded = new WeakMap<ToolAgent, Set<string>>();

/**
 * Call it when a model ends its turn. While the agent owes work that it was not reminded of, the result holds a
 * reminder: give it to the model and let it go on. Work still owed at the next ending is failed, so that its requester
 * hears of it.
 */
export async function turnEnding(agent: ToolAgent, reason = 'The agent ended its turn without a result.'): Promise<TurnEnd> {
  const owed = (await openTasks(agent)).filter((task) => serves(agent, task) && owes(agent, task));
  const before = reminded.get(agent) ?? new Set<string>();
  const failed: Task[] = [];
  for (const task of owed.filter(({ id }) => before.has(id))) {
    try {
      failed.push(await agent.status(task.id, 'failed', { parts: [{ kind: 'text', text: reason }] }));
    } catch (error) {
      // Somebody else ended it meanwhile, which is an end as well.
      if (!isA2AError(error, errors.A2A_TASK_TERMINAL.name)) throw error;
    }
  }
  const fresh = owed.filter(({ id }) => !before.has(id));
  reminded.set(agent, new Set(fresh.map(({ id }) => id)));
  if (fresh.length === 0) return { failed };
  return { failed, reminder: reminderOf(fresh) };
}

function reminderOf(tasks: readonly Task[]): string {
  const [first] = tasks;
  const list = tasks
    .slice(0, 8)
    .map((task) => `${handle(task)} for ${task.requesterName}`)
    .join(', ');
  const example =
    first === undefined ? '' : `\nNext call: ${writeCall({ action: 'complete', task: handle(first), text: '<your result>' })}`;
  return `Before you end: you still owe ${list}${tasks.length > 8 ? ' and more' : ''}. Complete each, with outcome "failed" or "rejected" if you cannot do it. What stays open fails when you end again.${example}`;
}
