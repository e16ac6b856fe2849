// What is left of an agent that has ended: what came before can be taken, and then every call says that it is over.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { isA2AError, type Agent, type Client } from '../../src/client/index.js';
import { connect, eventually, register, textOfEvent } from './support.js';

const unavailable = (error: unknown): boolean => isA2AError(error, 'HOST_UNAVAILABLE');

async function withTwo(t: TestContext): Promise<{ client: Client; worker: Agent }> {
  const client = await connect(t, { restart: true });
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  await asker.send({ to: 'worker', text: 'one' });
  await asker.send({ to: 'worker', text: 'two' });
  await eventually('both are here', () => worker.pending.length === 2);
  return { client, worker };
}

const ends: [name: string, end: (client: Client, worker: Agent) => Promise<unknown>][] = [
  ['dispose()', (client) => client.dispose()],
  ['deregister()', (_, worker) => worker.deregister()],
];

for (const [name, end] of ends) {
  test(`after ${name} a wait takes what is pending, and then rejects each time`, async (t) => {
    const { client, worker } = await withTwo(t);
    const done = end(client, worker);
    await done;
    assert.deepEqual((await worker.wait({ max: 1 })).events.map(textOfEvent), ['one']);
    assert.deepEqual((await worker.wait()).events.map(textOfEvent), ['two']);
    for (const seconds of [0, 5]) await assert.rejects(worker.wait({ seconds }), unavailable);
    await assert.rejects(worker.wait({ task: 'any' }), unavailable);
    await assert.rejects(worker.drainInbox(), unavailable);
  });

  test(`after ${name} a loop over events has what is pending, and ends`, async (t) => {
    const { client, worker } = await withTwo(t);
    await end(client, worker);
    const texts: (string | undefined)[] = [];
    for await (const event of worker.events()) texts.push(textOfEvent(event));
    assert.deepEqual(texts, ['one', 'two']);
    for await (const event of worker.events()) assert.fail(textOfEvent(event) ?? 'an event');
  });
}

test('a loop of waits ends with its agent', async (t) => {
  const { client, worker } = await withTwo(t);
  let rounds = 0;
  const loop = (async (): Promise<void> => {
    // Far more than there are reasons for; without an end nothing else would run any more.
    while (rounds < 1000) {
      ++rounds;
      await worker.wait({ seconds: 5 });
    }
  })();
  const ended = assert.rejects(loop, unavailable);
  await client.app.health();
  await client.dispose();
  await ended;
});
