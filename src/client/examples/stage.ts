// What the examples share: a host with a new database (A2A_HOSTD names the daemon), and a way to print.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cardFromSubagentDefinition, Client, type Agent, type AgentEvent, type ClientOptions } from '../index.js';

/** Runs `play` with a client of its own; ends the host afterwards, however it went. */
export async function onStage(name: string, play: (client: Client) => Promise<void>, options: Partial<ClientOptions> = {}): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), `a2a-${name}-`));
  const client = await Client.connect({ name, db: path.join(dir, 'host.db'), ...options });
  try {
    await play(client);
  } finally {
    await client.dispose();
    rmSync(dir, { recursive: true });
  }
}

/** Registers an agent as a runtime does for a subagent's definition. */
export function enter(client: Client, name: string, description: string, contextId = 'session'): Promise<Agent> {
  return client.register(cardFromSubagentDefinition({ name, description, tools: ['Read', 'Grep'] }), { contextId });
}

export function say(who: { id: string }, what: string): void {
  console.log(`${who.id.padEnd(10)} ${what}`);
}

/** The words that came with an event. */
export function wordsOf({ event, message }: AgentEvent): string {
  const spoken = message ?? (event.kind === 'status-update' ? event.status.message : undefined);
  return spoken?.parts.map((part) => (part.kind === 'text' ? part.text : `(${part.kind})`)).join(' ') ?? '';
}

/** The state that an event tells of. */
export function stateOf({ event }: AgentEvent): string {
  return event.kind === 'status-update' ? event.status.state : `artifact ${event.artifact.artifactId}`;
}
