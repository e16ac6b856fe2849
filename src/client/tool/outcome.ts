// What an action gives back, before it is made a result.
import type { AgentCard, Task, TaskEventNotification } from '../../../generated/ts/index.js';
import type { ToolArguments } from './arguments.js';
import { Refusal } from './refusal.js';
import type { Session } from './session.js';
import type { ExecuteOptions } from './session.js';
import type { NextCall } from './suggest.js';
import type { ToolCallOptions } from './tool_agent.js';

export interface Done {
  lines: string[];
  task?: Task;
  tasks?: Task[];
  agents?: AgentCard[];
  events?: TaskEventNotification[];
  /** The call that most likely comes next. */
  next?: NextCall;
  /** The host has not answered: it need not be asked again for this result. */
  silent?: boolean;
}

/** A call on its way: what was asked, and what is known about it so far. */
export interface Running {
  session: Session;
  args: ToolArguments;
  how: ToolCallOptions & { readonly timeoutMs: number };
  /** When the action has to be over, on the session's clock. */
  deadline: number;
  options: ExecuteOptions;
  notes: string[];
  /** The task it is about, as soon as it is known. */
  task?: Task;
  /** Something that changes tasks is on its way: from now on nobody knows whether it was done. */
  begun?: boolean;
}

/** To be called right before a call that changes a task. One that was ended already goes no further. */
export function begin(running: Running): void {
  running.options.signal?.throwIfAborted();
  if (running.session.agent.ended === true) {
    throw new Refusal({
      code: 'HOST_UNAVAILABLE',
      text: 'This agent has ended: nothing was sent, and other agents cannot be reached any more.',
      advice: 'Finish your own work without other agents.',
    });
  }
  running.begun = true;
}
