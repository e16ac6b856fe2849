// The worker sends and completes back to back while the requester enters its wait: whichever is first, both events always
// arrive, in order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, register, textOfEvent } from './support.js';

const rounds = 10_000;
const perRun = 50;

test(`${rounds} rounds of send and complete against a wait that begins`, async (t) => {
  const client = await connect(t, { args: ['--durability=normal'] });
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  for (let round = 0; round < rounds; ++round) {
    if (round % perRun === 0) await Promise.all([asker.newRun(), worker.newRun()]);
    const task = await asker.send({ to: 'worker', text: 'go' });
    await worker.wait({ task });
    // By turns the wait is entered first and parks, or comes between or behind the two calls.
    const early = round % 2 === 0 ? asker.wait({ task }) : undefined;
    const both = [worker.send({ task, text: `note ${round}` }), worker.complete(task, `result ${round}`)];
    const heard: (string | undefined)[] = [];
    while (heard.length < 2) {
      const { events, timedOut } = await (heard.length === 0 && early !== undefined ? early : asker.wait({ task }));
      assert.ok(!timedOut && events.length > 0, `round ${round}: ${heard.join()}`);
      heard.push(...events.map(textOfEvent));
    }
    assert.deepEqual(heard, [`note ${round}`, `result ${round}`]);
    await Promise.all(both);
  }
  assert.deepEqual([...asker.pending, ...worker.pending], []);
  assert.equal((await client.app.health()).openTasks, 0);
});
