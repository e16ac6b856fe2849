// Agents of a test: registration, messages and the usual moves, each one call of the protocol.
import type { Host } from './host.js';
import type { AgentCard, Message, Params, ParamsOf, Result, Task, TaskState } from './protocol.js';

export function card(name: string, kind?: 'subagent' | 'parent'): AgentCard {
  return {
    name,
    description: `${name} of a test`,
    version: '1.0.0',
    skills: [{ id: 'work', name: 'Work', description: 'Does what it is told', tags: ['test'] }],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    ...(kind === undefined ? {} : { kind }),
  };
}

let messages = 0;

/** A message of one text part; `more` replaces or adds members. */
export function text(words: string, more: Partial<Message> = {}): Message {
  return { role: 'user', parts: [{ kind: 'text', text: words }], messageId: `m-${process.pid}-${++messages}`, ...more };
}

type Configuration = NonNullable<ParamsOf<'a2a.message.send'>['configuration']>;

export class Agent {
  private constructor(
    readonly host: Host,
    readonly id: string,
    readonly token: string,
    readonly contextId: string,
    readonly secret: string,
  ) {}

  static async register(host: Host, name: string, contextId = 'ctx', kind?: 'subagent' | 'parent'): Promise<Agent> {
    const { agentId, token, resumeSecret } = await host.call('a2a.agents.register', { contextId, card: card(name, kind) });
    return new Agent(host, agentId, token, contextId, resumeSecret);
  }

  /** The same agent after a restart, or with a new token beside its old one: resumed with its secret. */
  async resume(host: Host, kind?: 'subagent' | 'parent'): Promise<Agent> {
    const resume = { agentId: this.id, secret: this.secret };
    const { token } = await host.call('a2a.agents.register', { contextId: this.contextId, card: card(this.id, kind), resume });
    return new Agent(host, this.id, token, this.contextId, this.secret);
  }

  wait(params: Omit<ParamsOf<'a2a.events.wait'>, 'token'> = {}): Promise<Result<'a2a.events.wait'>> {
    return this.host.call('a2a.events.wait', { token: this.token, ...params });
  }

  /** Everything undelivered, page by page, each acknowledged with the next question. */
  async takeAll(): Promise<Params<'a2a.task.event'>[]> {
    const events: Params<'a2a.task.event'>[] = [];
    for (let more = true; more; ) {
      const last = events.at(-1)?.seq;
      const page = await this.wait({ timeoutSeconds: 0, ...(last === undefined ? {} : { afterSeq: last }) });
      events.push(...page.events);
      more = page.events.length > 0; // one more question acknowledges the last page
    }
    return events;
  }

  /** The same agent as another daemon knows it: reclaimed by name, kind and context. */
  reclaim(host: Host, kind?: 'subagent' | 'parent'): Promise<Agent> {
    return Agent.register(host, this.id, this.contextId, kind);
  }

  /** Opens a task for `to`. */
  async open(to: string | undefined, words = 'do it', configuration?: Configuration): Promise<Task> {
    return await this.send(text(words, to === undefined ? {} : { to }), configuration);
  }

  /** Follows up on a task. */
  async follow(task: Task | string, words = 'and then', configuration?: Configuration): Promise<Task> {
    const taskId = typeof task === 'string' ? task : task.id;
    return await this.send(text(words, { taskId }), configuration);
  }

  async send(message: Message, configuration?: Configuration): Promise<Task> {
    return (await this.host.call('a2a.message.send', this.sendParams(message, configuration))).task;
  }

  sendParams(message: Message, configuration?: Configuration): ParamsOf<'a2a.message.send'> {
    return { token: this.token, message, ...(configuration === undefined ? {} : { configuration }) };
  }

  async status(task: Task | string, state: TaskState, message?: Message): Promise<Task> {
    const id = typeof task === 'string' ? task : task.id;
    const params = { token: this.token, id, state, ...(message === undefined ? {} : { message }) };
    return (await this.host.call('a2a.tasks.status', params)).task;
  }

  async cancel(task: Task | string): Promise<Task> {
    const id = typeof task === 'string' ? task : task.id;
    return (await this.host.call('a2a.tasks.cancel', { token: this.token, id })).task;
  }

  async get(task: Task | string, historyLength?: number): Promise<Task> {
    const id = typeof task === 'string' ? task : task.id;
    const params = { token: this.token, id, ...(historyLength === undefined ? {} : { historyLength }) };
    return (await this.host.call('a2a.tasks.get', params)).task;
  }

  async deregister(): Promise<void> {
    await this.host.call('a2a.agents.deregister', { token: this.token });
  }

  async newRun(): Promise<void> {
    await this.host.call('a2a.agents.newRun', { token: this.token });
  }

  /** What this agent was told so far, from frame `from` on. */
  events(from = 0): Params<'a2a.task.event'>[] {
    return this.host.notifications('a2a.task.event', this.id, from);
  }

  pushes(from = 0): Params<'a2a.push'>[] {
    return this.host.notifications('a2a.push', this.id, from);
  }
}

/** `state` of each event, in order. */
export function states(events: readonly Params<'a2a.task.event'>[]): string[] {
  return events.map(({ event }) => (event.kind === 'status-update' ? event.status.state : event.kind));
}

/** The text of each message's first part. */
export function words(messages: readonly Message[]): string[] {
  return messages.map(({ parts: [part] }) => (part?.kind === 'text' ? part.text : `(${part?.kind})`));
}
