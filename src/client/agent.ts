import { randomUUID } from 'node:crypto';
import {
  taskStateMachine,
  type AgentCard,
  type Artifact,
  type HostNotification,
  type Message,
  type MessageSendConfiguration,
  type Role,
  type SendParams,
  type Task,
  type TaskResult,
  type TasksListResult,
  type TaskState,
} from '../../generated/ts/index.js';
import { AgentLink, type AgentServices } from './agent_link.js';
import type {
  AgentEvent,
  ArtifactOptions,
  GetOptions,
  ListFilter,
  Outgoing,
  RegisterOptions,
  SendOptions,
  TaskRef,
  WaitOptions,
  WaitResult,
  Words,
} from './agent_types.js';
import { callOut } from './callbacks.js';
import { blockingTimeoutMs, type CallOptions } from './connection.js';
import { renderInbox } from './inbox_text.js';
import { Inbox } from './inbox.js';
import { message, taskId } from './messages.js';
import type { Supervisor } from './supervisor.js';
import { waitForEvents } from './waiting.js';

/**
 * One registered agent. Its token and its resume secret are in no property, text, JSON or log. When the client restarts
 * its host, the agent comes back under the same id, with its tasks and its undelivered events; calls that carry their own
 * idempotency key (send, stream, status with a message, complete, artifact) are repeated if they had no reply, other
 * pending ones reject with HOST_UNAVAILABLE. Every method rejects with A2AError when the host refuses.
 */
export class Agent {
  /** The agent's address: its card's name, with a suffix when that was taken. */
  readonly id: string;
  readonly contextId: string;
  readonly card: AgentCard;
  /** The registration took over an instance that a stop of the host had cut off. */
  readonly resumed: boolean;
  /** The rest of the protocol for this agent, typed, without `token`: push configs, resubscribe, single calls. */
  readonly api: AgentServices;
  #link: AgentLink;
  #inbox: Inbox;
  /** Open tasks that this agent serves, as far as it was told. */
  #served = new Set<string>();

  /** Use `client.register(card, options)`. */
  static async register(supervisor: Supervisor, card: AgentCard, options: RegisterOptions): Promise<Agent> {
    let agent: Agent | undefined;
    let inbox: Inbox | undefined;
    const early: HostNotification[] = [];
    const { contextId, secretOnly, timeoutMs, signal, onPending, onPush, onLost } = options;
    const link = await AgentLink.register(
      supervisor,
      { card, contextId, ...(secretOnly === undefined ? {} : { secretOnly }) },
      {
        onNotification: (one) => (agent === undefined ? early.push(one) : agent.#hear(one, onPush)),
        onReclaimed: () => inbox?.catchUp(),
        onFlush: () => inbox?.flush(),
        onClose: (why) => {
          inbox?.close(why);
          const lost = agent;
          if (why !== undefined && lost !== undefined) callOut(() => onLost?.(why, lost));
        },
      },
      { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(signal === undefined ? {} : { signal }) },
    );
    inbox = new Inbox(link.api.events, () => agent !== undefined && onPending?.(agent));
    agent = new Agent(link, inbox, card, contextId);
    for (const one of early) agent.#hear(one, onPush);
    if (link.resumed) inbox.catchUp();
    return agent;
  }

  private constructor(link: AgentLink, inbox: Inbox, card: AgentCard, contextId: string) {
    this.id = link.agentId;
    this.contextId = contextId;
    this.card = card;
    this.resumed = link.resumed;
    this.api = link.api;
    this.#link = link;
    this.#inbox = inbox;
  }

  /** It was ended or is lost: no call will succeed any more, and none is begun. */
  get ended(): boolean {
    return this.#link.closed !== undefined;
  }

  /** Every other live agent that this one can reach. */
  async discover(how: CallOptions = {}): Promise<AgentCard[]> {
    const cards: AgentCard[] = [];
    let pageToken: string | undefined;
    do {
      const page = await this.#link.api.agents.list(pageToken === undefined ? {} : { pageToken }, how);
      cards.push(...page.agents);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return cards;
  }

  /** Sends a message: opens a task for `to`, or follows up on `task`. Stored when it resolves. */
  async send(outgoing: Outgoing, options: SendOptions = {}): Promise<Task> {
    const { params, how } = this.#outgoing(outgoing, options);
    return this.#seen(await this.#link.api.messages.send(params, how));
  }

  /** The same, and this agent also gets the task's present status as an event of its own. */
  async stream(outgoing: Outgoing, options: SendOptions = {}): Promise<Task> {
    const { params, how } = this.#outgoing(outgoing, options);
    return this.#seen(await this.#link.api.messages.stream(params, how));
  }

  /** Reads a task with its newest messages. */
  async get(task: TaskRef, { historyLength, beforeMessageId, ...how }: GetOptions = {}): Promise<Task> {
    const params = {
      id: taskId(task),
      ...(historyLength === undefined ? {} : { historyLength }),
      ...(beforeMessageId === undefined ? {} : { beforeMessageId }),
    };
    return this.#seen(await this.#link.api.tasks.get(params, how));
  }

  /** One message whole, such as one that came with `omitted`. */
  async message(task: TaskRef, messageId: string, how: CallOptions = {}): Promise<Message> {
    return (await this.#link.api.messages.get({ taskId: taskId(task), messageId }, how)).message;
  }

  /** A page of the agent's tasks, served and requested, without history and artifacts, latest change first. */
  list(filter: ListFilter = {}, how: CallOptions = {}): Promise<TasksListResult> {
    return this.#link.api.tasks.list(filter, how);
  }

  /** The agent's tasks, page after page. */
  async *tasks(filter: Omit<ListFilter, 'pageToken'> = {}, how: CallOptions = {}): AsyncGenerator<Task, void, void> {
    let pageToken: string | undefined;
    do {
      const page = await this.list({ ...filter, ...(pageToken === undefined ? {} : { pageToken }) }, how);
      yield* page.tasks;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  /**
   * Waits for events and takes them: at once when some are pending or the named task has ended, else until one comes or
   * the time is over, even if the host hangs. Rejects with A2A_WAIT_CYCLE when it would close a circle of waits, and when
   * the agent had ended before and nothing is pending.
   */
  wait(options: WaitOptions = {}): Promise<WaitResult> {
    return waitForEvents(this.#link, this.#inbox, options);
  }

  /** Moves a task; with `words` the move carries a message. */
  async status(task: TaskRef, state: TaskState, words?: Words, how: CallOptions = {}): Promise<Task> {
    const id = taskId(task);
    const params = { id, state, ...(words === undefined ? {} : { message: message(words, this.#roleIn(task, 'agent')) }) };
    return this.#seen(await this.#link.api.tasks.status(params, { ...how, repeat: words !== undefined }));
  }

  /** Finishes a task that this agent serves, with the result. */
  complete(task: TaskRef, words: Words, how: CallOptions = {}): Promise<Task> {
    return this.status(task, 'completed', words, how);
  }

  /** Ends a task; either party may. */
  async cancel(task: TaskRef, how: CallOptions = {}): Promise<Task> {
    return this.#seen(await this.#link.api.tasks.cancel({ id: taskId(task) }, how));
  }

  /** Stores, replaces or appends to a result of an open task that this agent serves. */
  async artifact(task: TaskRef, artifact: Artifact, options: ArtifactOptions = {}): Promise<Task> {
    const { append, lastChunk, requestId = randomUUID(), ...how } = options;
    const params = {
      id: taskId(task),
      artifact,
      requestId,
      ...(append === undefined ? {} : { append }),
      ...(lastChunk === undefined ? {} : { lastChunk }),
    };
    return this.#seen(await this.#link.api.tasks.artifact(params, { ...how, repeat: true }));
  }

  /** A new run (turn) begins: the count of sends starts again. */
  async newRun(how: CallOptions = {}): Promise<void> {
    await this.#link.api.agents.newRun({}, how);
  }

  /** Events that are here and not taken; looking does not take them. */
  get pending(): readonly AgentEvent[] {
    return this.#inbox.pending;
  }

  /**
   * Takes event after event, as the loop asks for them; each is acknowledged when it is handed out. Ends with the agent
   * or at the abort; throws when the agent is lost. Several loops share the events.
   */
  async *events(signal?: AbortSignal): AsyncGenerator<AgentEvent, void, void> {
    for (;;) {
      const event = await this.#inbox.next(signal);
      if (event === undefined) return;
      yield event;
    }
  }

  /**
   * Takes all that is pending as text to prepend to the agent's next turn; '' when there is nothing. Each message stands
   * under a line that says who it is from, and nothing in it can pass for such a line. When it rejects, at its signal too,
   * it has taken nothing.
   */
  drainInbox(how: CallOptions = {}): Promise<string> {
    return renderInbox(this, this.#inbox, how);
  }

  /** Ends the agent: its token, its waits, its open tasks. Loops over its events end. */
  deregister(how: CallOptions = {}): Promise<void> {
    this.#inbox.flush();
    return this.#link.deregister(how);
  }

  /** This agent's role in a message on `task`; `otherwise` when it is not known. */
  #roleIn(task: TaskRef | undefined, otherwise: Role): Role {
    if (task === undefined) return 'user';
    if (typeof task !== 'string') return task.agentName === this.id ? 'agent' : 'user';
    return this.#served.has(task) ? 'agent' : otherwise;
  }

  #outgoing(outgoing: Outgoing, options: SendOptions): { params: Omit<SendParams, 'token'>; how: CallOptions & { repeat: true } } {
    const { timeoutMs = options.blocking === true ? blockingTimeoutMs : undefined, signal, ...configuration } = options;
    return {
      params: {
        message: message(outgoing, this.#roleIn(outgoing.task, 'user')),
        ...(Object.keys(configuration).length === 0 ? {} : { configuration: configuration satisfies MessageSendConfiguration }),
      },
      how: { repeat: true, ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(signal === undefined ? {} : { signal }) },
    };
  }

  #seen({ task }: TaskResult): Task {
    this.#serves(task.id, task.agentName === this.id && !taskStateMachine.isTerminal(task.status.state));
    return task;
  }

  #serves(id: string, yes: boolean): void {
    if (yes) this.#served.add(id);
    else this.#served.delete(id);
  }

  #hear(notification: HostNotification, onPush: RegisterOptions['onPush']): void {
    const { params } = notification;
    if (!('event' in params)) {
      callOut(() => onPush?.(params, this));
      return;
    }
    const { event, seq } = params;
    if (event.kind === 'status-update') {
      // A stored event of a new task goes to its worker alone.
      if (seq !== undefined && event.status.state === taskStateMachine.initial) this.#serves(event.taskId, true);
      if (event.final) this.#serves(event.taskId, false);
    }
    this.#inbox.deliver(params);
  }
}
