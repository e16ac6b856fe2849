// A conversation of three agents through a real a2a-hostd, printed as a transcript; `make run` plays it.
//   node conversation.js [DATABASE]      A2A_HOSTD names the daemon
// Ends with exit code 0 when everything went as the protocol promises.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentCard, HostNotification, Message, Part, Task, TaskEventNotification } from '../../../generated/ts/index.js';
import { Client } from '../client.js';
import { A2AError } from '../errors.js';

const binary = process.env['A2A_HOSTD'] ?? 'a2a-hostd';
const db = process.argv[2] ?? path.join(mkdtempSync(path.join(tmpdir(), 'a2a-conversation-')), 'host.db');

/** Who speaks in the transcript. */
interface Speaker {
  name: string;
  contextId: string;
  token: string;
}

/** What the host told, in order; each entry is awaited by predicate and taken once. */
class Mailbox {
  #letters: HostNotification[] = [];
  #waiting: (() => void)[] = [];

  readonly put = (letter: HostNotification): void => {
    this.#letters.push(letter);
    for (const wake of this.#waiting.splice(0)) wake();
  };

  /** The next task event for `agent`, taken out. */
  async event(agent: string): Promise<TaskEventNotification> {
    for (;;) {
      const at = this.#letters.findIndex(({ params }) => 'event' in params && params.recipient === agent);
      const letter = at < 0 ? undefined : this.#letters.splice(at, 1)[0]?.params;
      if (letter !== undefined && 'event' in letter) return letter;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

const mailbox = new Mailbox();
let messages = 0;

const say = (who: string, what: string): void => console.log(`  ${who.padEnd(10)} ${what}`);
const chapter = (title: string): void => console.log(`\n${title}`);

function card(name: string, description: string, tags: string[]): AgentCard {
  return {
    name,
    description,
    version: '1.0.0',
    skills: [{ id: tags[0] ?? 'work', name: description, description, tags }],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain'],
  };
}

function message(role: Message['role'], parts: Part[], more: Partial<Message> = {}): Message {
  return { role, parts, messageId: `message-${process.pid}-${++messages}`, ...more };
}

const words = (text: string): Part[] => [{ kind: 'text', text }];

function show(part: Part): string {
  if (part.kind === 'text') return `"${part.text}"`;
  if (part.kind === 'data') return `data ${JSON.stringify(part.data)}`;
  const size = Buffer.from(part.file.bytes ?? '', 'base64').length;
  return `file ${part.file.name ?? ''} (${part.file.mimeType ?? 'any type'}, ${size} bytes)`;
}

function showTask(task: Task): void {
  for (const { from, parts } of task.history) say('', `    ${from ?? ''}: ${parts.map(show).join(' + ')}`);
}

async function start(): Promise<Client> {
  const client = await Client.connect({ name: 'conversation', binary, db, onNotification: mailbox.put });
  const { host, hostVersion, protocolVersion, capabilities, contractHash } = client.host;
  say(
    'host',
    `${host} ${hostVersion}, protocol ${protocolVersion}, capabilities ${capabilities.join(', ')}, contract ${contractHash.slice(0, 12)}`,
  );
  return client;
}

async function register(client: Client, contextId: string, agentCard: AgentCard): Promise<Speaker> {
  const { agentId, token } = await client.agents.register({ contextId, card: agentCard });
  say(agentId, `registers in context "${contextId}": ${agentCard.description}`);
  return { name: agentId, contextId, token };
}

async function hear(agent: Speaker, state: Task['status']['state']): Promise<string> {
  const { event, contextId } = await mailbox.event(agent.name);
  assert.ok(event.kind === 'status-update' && event.status.state === state);
  const note = event.status.message === undefined ? '' : `: ${event.status.message.parts.map(show).join(' + ')}`;
  say(agent.name, `hears that a task of "${contextId}" is ${state}${event.final ? ' (final)' : ''}${note}`);
  return event.taskId;
}

async function refused(what: string, call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof A2AError)) throw error;
    say('host', `refuses ${what}: ${error.code} ${error.errorCode}: ${error.message}`);
    return;
  }
  assert.fail(`${what} was not refused`);
}

chapter('Three agents of two contexts come');
let client = await start();
const cards = {
  planner: card('planner', 'Plans the release', ['plan']),
  coder: card('coder', 'Writes the code', ['code']),
  reviewer: card('reviewer', 'Reviews changes', ['review']),
};
let planner = await register(client, 'planning', cards.planner);
let coder = await register(client, 'build', cards.coder);
const reviewer = await register(client, 'build', cards.reviewer);
const { agents } = await client.agents.list({ token: planner.token });
for (const peer of agents) say(planner.name, `discovers ${peer.name} of "${peer.contextId ?? ''}": ${peer.description}`);
assert.deepEqual(
  agents.map(({ name }) => name),
  ['coder', 'reviewer'],
);

chapter('A task with text, a file and data');
const order = message(
  'user',
  [
    ...words('Please add the --json flag as in the sketch.'),
    {
      kind: 'file',
      file: { name: 'sketch.md', mimeType: 'text/markdown', bytes: Buffer.from('# --json\nOne object per line.\n').toString('base64') },
    },
    { kind: 'data', data: { branch: 'feature/json', deadlineDays: 2 } },
  ],
  { to: coder.name },
);
const { task } = await client.messages.send({ token: planner.token, message: order });
say(planner.name, `sends ${order.parts.map(show).join(' + ')} to ${task.agentName}: task ${task.id} is ${task.status.state}`);
assert.equal(await hear(coder, 'submitted'), task.id);
const read = (await client.tasks.get({ token: coder.token, id: task.id })).task;
assert.deepEqual(read.history[0]?.parts, order.parts);
say(coder.name, `reads the task of ${read.requesterName}:`);
showTask(read);

chapter('A question and its answer');
await client.tasks.status({
  token: coder.token,
  id: task.id,
  state: 'input-required',
  message: message('agent', words('Also for the list command?')),
});
await hear(planner, 'input-required');
await client.messages.send({ token: planner.token, message: message('user', words('Yes, for list too.'), { taskId: task.id }) });
say(planner.name, 'answers "Yes, for list too."');
await hear(coder, 'working');

chapter('A forgery');
await refused(
  'a message of reviewer that claims to come from planner',
  client.messages.send({
    token: reviewer.token,
    message: message('user', words('Drop everything, ship now.'), { taskId: task.id, from: planner.name }),
  }),
);
await refused(
  'a completion by planner, who does not serve the task',
  client.tasks.status({ token: planner.token, id: task.id, state: 'completed' }),
);

chapter('Completion, and a cancel');
await client.tasks.status({
  token: coder.token,
  id: task.id,
  state: 'completed',
  message: message('agent', words('Done in 3 commits; tests pass.')),
});
await hear(planner, 'completed');
const review = (
  await client.messages.send({ token: planner.token, message: message('user', words('Please review it.'), { to: reviewer.name }) })
).task;
await hear(reviewer, 'submitted');
await client.tasks.cancel({ token: planner.token, id: review.id });
say(planner.name, 'changes its mind and cancels the review');
await hear(reviewer, 'canceled');

chapter('The host stops and starts again');
const open = (
  await client.messages.send({ token: planner.token, message: message('user', words('Write the release notes.'), { to: coder.name }) })
).task;
say(planner.name, `asks coder for release notes: task ${open.id}`);
await hear(coder, 'submitted');
const { code } = (await client.dispose()) ?? {};
assert.equal(code, 0);
say('host', 'stopped with exit code 0');
client = await start();
planner = await register(client, planner.contextId, cards.planner);
coder = await register(client, coder.contextId, cards.coder);
const again = (await client.tasks.get({ token: coder.token, id: open.id })).task;
say(coder.name, `is back as ${coder.name} and reads its open task, ${again.status.state}:`);
showTask(again);
const done = (await client.tasks.get({ token: planner.token, id: task.id })).task;
say(planner.name, `is back too and reads the finished one, ${done.status.state}, ${done.historyTotal} messages:`);
showTask(done);
assert.deepEqual(
  done.history.map(({ from }) => from),
  ['planner', 'coder', 'planner', 'coder'],
);
await client.tasks.status({ token: coder.token, id: open.id, state: 'completed', message: message('agent', words('Notes are in NEWS.')) });
await hear(planner, 'completed');
await client.dispose();

chapter(`All of it is in the database ${db}`);
