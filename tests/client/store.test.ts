// A store that is full for a while: acknowledgements are said again, and waits neither spin nor miss what comes.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { HealthResult } from '../../generated/ts/index.js';
import type { Agent, Client } from '../../src/client/index.js';
import { Control } from '../e2e/support/faults.js';
import { binary } from '../support/paths.js';
import { connect, eventually, register, textOfEvent } from './support.js';

interface Stage {
  client: Client;
  control: Control;
  asker: Agent;
  worker: Agent;
  /** How many requests of the method were written. */
  written: (method: string) => number;
}

async function stage(t: TestContext): Promise<Stage> {
  const control = new Control(t);
  const client = await connect(t, { binary: binary('a2a-hostd-fault'), env: { A2A_FAULT_CONTROL: control.file } });
  const counts = tap(t);
  return {
    client,
    control,
    asker: await register(client, 'asker'),
    worker: await register(client, 'worker'),
    written: (method) => counts.get(method) ?? 0,
  };
}

/** Counts what becomes a request. */
function tap(t: TestContext): Map<string, number> {
  const counts = new Map<string, number>();
  const stringify = JSON.stringify;
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const [value] = args as unknown as [{ jsonrpc?: string; method?: string } | undefined];
    if (value?.jsonrpc !== undefined && value.method !== undefined) counts.set(value.method, (counts.get(value.method) ?? 0) + 1);
    return stringify(...args);
  }) as typeof stringify;
  t.after(() => {
    JSON.stringify = stringify;
  });
  return counts;
}

async function pending(worker: Agent, count: number): Promise<void> {
  await eventually(`${count} events are here`, () => worker.pending.length === count);
}

/** A round trip; what is in one batch with a refused acknowledgement is refused too, and then asked once more. */
function health(client: Client): Promise<HealthResult | undefined> {
  return client.app.health().catch(() => client.app.health().catch(() => undefined));
}

test('a refused acknowledgement is said again until the host knows; nothing is handed out twice', async (t) => {
  const { client, control, asker, worker } = await stage(t);
  const task = await asker.send({ to: 'worker', text: 'first' });
  await pending(worker, 1);
  control.fail('write', 'full');
  assert.deepEqual((await worker.wait()).events.map(textOfEvent), ['first']);
  assert.deepEqual(await worker.wait({ seconds: 0.3 }), { events: [], more: false, timedOut: true });
  assert.equal((await health(client))?.undeliveredEvents, 1);
  control.heal();
  await eventually('the host knows', async () => (await health(client))?.undeliveredEvents === 0);
  await asker.send({ task, text: 'second' });
  assert.deepEqual((await worker.wait({ seconds: 60 })).events.map(textOfEvent), ['second']);
});

test('a wait while the store refuses does not spin, and gets the next event once there is room', async (t) => {
  const { client, control, asker, worker, written } = await stage(t);
  const task = await asker.send({ to: 'worker', text: '0' });
  // More than one page of the host.
  for (let number = 1; number < 40; ++number) await asker.send({ task, text: String(number) });
  await pending(worker, 40);
  control.fail('write', 'full');
  const texts: (string | undefined)[] = [];
  for await (const event of worker.events()) {
    texts.push(textOfEvent(event));
    if (texts.length === 40) break;
  }
  const before = written('a2a.events.wait');
  const waiting = worker.wait({ seconds: 60 });
  await eventually('the wait asked several times', () => written('a2a.events.wait') >= before + 4);
  const asked = written('a2a.events.wait');
  for (let round = 0; round < 200; ++round) await health(client);
  assert.ok(written('a2a.events.wait') - asked < 20, `${written('a2a.events.wait') - asked} waits in 200 round trips`);
  control.heal();
  await asker.send({ task, text: 'new' });
  assert.deepEqual((await waiting).events.map(textOfEvent), ['new']);
});
