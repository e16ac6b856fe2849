// What callers hand to an Agent and get from it.
import type {
  AgentCard,
  Artifact,
  FileContent,
  JsonObject,
  Part,
  PushNotification,
  PushNotificationConfig,
  Role,
  Task,
  TaskEventNotification,
  TasksListParams,
} from '../../generated/ts/index.js';
import type { CallOptions } from './connection.js';
import type { Agent } from './agent.js';

/** A task, or its id. */
export type TaskRef = Task | string;

/** What happened to a task of the agent, as the host tells it. `seq` numbers it; a snapshot has none. */
export type AgentEvent = TaskEventNotification;

/** Content of a message. `text`, `data` and `files` become parts, after `parts`, in this order. */
export interface Content {
  text?: string;
  data?: JsonObject;
  files?: readonly FileContent[];
  parts?: readonly Part[];
  /** Makes the call idempotent: repeat a call whose outcome is unknown with the same id. Default: a new UUID. */
  messageId?: string;
  /** Default: "agent" on tasks that this agent serves, else "user". */
  role?: Role;
  metadata?: JsonObject;
  /** Other tasks that this message speaks of. */
  referenceTasks?: readonly TaskRef[];
  extensions?: readonly string[];
}

/** A bare string is text. */
export type Words = string | Content;

/** A message to send: with `task` a follow-up, without it a new task for `to` (absent: the only peer). */
export interface Outgoing extends Content {
  to?: string;
  task?: TaskRef;
}

export interface SendOptions extends CallOptions {
  /** The reply waits until the task is terminal or paused, or the host's longest wait is over. Requester only. */
  blocking?: boolean;
  /** Messages of history in the reply; default: the one just sent. */
  historyLength?: number;
  /** The host ends the task as failed when it is still open after so long. Requester only. */
  deadlineSeconds?: number;
  pushNotificationConfig?: PushNotificationConfig;
}

export interface GetOptions extends CallOptions {
  /** Newest messages to return; 0 for none, absent: as many as the host gives. */
  historyLength?: number;
  /** Only messages older than this one: the next page backwards. */
  beforeMessageId?: string;
}

export type ListFilter = Omit<TasksListParams, 'token'>;

export interface WaitOptions {
  /** Only events of this task; returns at once when it has ended. Absent: of any task. */
  task?: TaskRef;
  /** How long to wait when there is nothing; 0 polls. Default 30; more than 120 counts as 120. */
  seconds?: number;
  /** Events to take at most; 32 at most and by default. */
  max?: number;
  /** Ends the wait; it rejects with the signal's reason and takes no event. */
  signal?: AbortSignal;
}

export interface WaitResult {
  /** Oldest first. They are taken: acknowledged, and nobody else of this agent gets them. */
  events: AgentEvent[];
  /** More are there. */
  more: boolean;
  /** The time was over. False with no events: the named task has ended, or this client has ended the agent meanwhile. */
  timedOut: boolean;
}

export interface ArtifactOptions extends CallOptions {
  /** Adds the parts to the artifact of this id. */
  append?: boolean;
  /** Nothing can be appended after this. */
  lastChunk?: boolean;
  /** Makes the call idempotent within the task. Default: a new UUID. */
  requestId?: string;
}

export interface RegisterOptions extends CallOptions {
  contextId: string;
  /** The instance can never be taken over by its name alone, only by its secret, which this client keeps. */
  secretOnly?: boolean;
  /** Something is pending that nobody waits for, so that a runtime can wake an idle agent. */
  onPending?: (agent: Agent) => void;
  /** A task with a push config ended. */
  onPush?: (push: PushNotification, agent: Agent) => void;
  /** The host came back without this agent, such as after the grace time. Its calls reject with `why`. */
  onLost?: (why: Error, agent: Agent) => void;
}

export type { AgentCard, Artifact };
