// What an action gives back, before it is made a result.
import type { AgentCard, Task, TaskEventNotification } from '../../../generated/ts/index.js';
import type { ToolArguments } from './arguments.js';
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
}

/** A call on its way: what was asked, and what is known about it so far. */
export interface Running {
  session: Session;
  args: ToolArguments;
  how: ToolCallOptions;
  options: ExecuteOptions;
  notes: string[];
  /** The task it is about, as soon as it is known. */
  task?: Task;
}
