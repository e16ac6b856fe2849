// What the client's tests share: a client that ends with its test, agents on it, programs that stand in for the daemon.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { Client, type Agent, type AgentEvent, type ClientOptions, type RegisterOptions } from '../../src/client/index.js';
import { card } from '../e2e/support/agents.js';
import { deadlineMs, tempDir } from '../e2e/support/host.js';
import { binary, root } from '../support/paths.js';

export { card, deadlineMs, tempDir };

export const hostd = binary('a2a-hostd');

/** A client with a database of its own; ended with the test. */
export async function connect(t: TestContext, options: Partial<ClientOptions> = {}): Promise<Client> {
  const client = await Client.connect({ name: 'test', binary: hostd, db: path.join(tempDir(t), 'host.db'), ...options });
  t.after(() => client.dispose());
  return client;
}

export function register(
  client: Client,
  name: string,
  more: Partial<RegisterOptions> & { kind?: 'parent' | 'subagent' } = {},
): Promise<Agent> {
  const { kind, ...options } = more;
  return client.register(card(name, kind), { contextId: 'ctx', ...options });
}

/** An executable that runs a compiled script of this folder with the Node of the tests. */
export function program(t: TestContext, script: string): string {
  const file = path.join(tempDir(t), path.basename(script, '.js'));
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'build/ts/tests/client', script)}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Resolves when `condition` holds; asked again and again until the deadline. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Sends a signal to the present host. */
export function signal(client: Client, name: NodeJS.Signals): void {
  process.kill(pidOf(client), name);
}

export function pidOf({ pid }: Client): number {
  assert.ok(pid !== undefined, 'the host runs');
  return pid;
}

/** What the present host said of itself; undefined while there is none. */
export function present(client: Client): unknown {
  try {
    return client.host;
  } catch {
    return undefined;
  }
}

/** The process runs. One that ended and waits for its parent to notice does not. */
export function alive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The state that an event tells of, or the artifact's id. */
export function told({ event }: AgentEvent): string {
  return event.kind === 'status-update' ? event.status.state : event.artifact.artifactId;
}

/** The text that came with an event. */
export function textOfEvent({ event, message }: AgentEvent): string | undefined {
  const spoken = message ?? (event.kind === 'status-update' ? event.status.message : undefined);
  const part = spoken?.parts[0];
  return part?.kind === 'text' ? part.text : undefined;
}
