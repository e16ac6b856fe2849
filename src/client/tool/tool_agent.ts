// What the tool needs of an agent. The client's Agent satisfies it; tests may bring another.
import type { AgentCard, JsonObject, Part, Task, TaskEventNotification, TaskState } from '../../../generated/ts/index.js';

/** How a call is made. */
export interface ToolCallOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface ToolContent {
  parts: readonly Part[];
  metadata?: JsonObject;
}

export interface ToolWait {
  /** Events taken: nobody else of this agent gets them. Oldest first. */
  events: TaskEventNotification[];
  /** More are there. */
  more: boolean;
  /** The time was over. False with no events: the named task, or the agent, has ended. */
  timedOut: boolean;
}

/** One page of the agent's tasks, latest change first. */
export interface ToolTaskPage {
  tasks: Task[];
  nextPageToken?: string;
}

/** An agent as the tool uses it. Tokens are its own affair: none is ever handed to the tool. */
export interface ToolAgent {
  /** Its address. */
  readonly id: string;
  readonly contextId: string;
  readonly card: Pick<AgentCard, 'kind'>;
  /** No call will succeed any more, and none is begun. */
  readonly ended?: boolean;
  discover(options?: ToolCallOptions): Promise<AgentCard[]>;
  send(message: ToolContent & { to?: string; task?: string }, options?: ToolCallOptions): Promise<Task>;
  get(task: string, options?: ToolCallOptions & { historyLength?: number; beforeMessageId?: string }): Promise<Task>;
  list(filter?: { state?: TaskState; pageToken?: string }, options?: ToolCallOptions): Promise<ToolTaskPage>;
  wait(options: { task?: string; seconds?: number; max?: number; signal?: AbortSignal }): Promise<ToolWait>;
  status(task: string, state: TaskState, message?: ToolContent, options?: ToolCallOptions): Promise<Task>;
  cancel(task: string, options?: ToolCallOptions): Promise<Task>;
  /** A new turn begins: the host counts its sends from 0 again. */
  newRun(options?: ToolCallOptions): Promise<void>;
}
