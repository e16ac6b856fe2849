// Two agents, one task: discover, send, work, complete, read.
//   A2A_HOSTD=/path/to/a2a-hostd node build/ts/src/client/examples/round_trip.js
import assert from 'node:assert/strict';
import { enter, onStage, say, stateOf, wordsOf } from './stage.js';

await onStage('round-trip', async (client) => {
  const asker = await enter(client, 'asker', 'Asks for sums');
  const adder = await enter(client, 'adder', 'Adds numbers');

  const [peer] = await asker.discover();
  assert.equal(peer?.name, adder.id);
  say(asker, `finds ${peer.name}: ${peer.description}`);

  const task = await asker.send({ to: adder.id, text: '19 + 23' });
  say(asker, `sends "19 + 23": T${task.number} is ${task.status.state}`);

  // The worker takes what comes; each event is acknowledged as it is taken.
  for await (const event of adder.events()) {
    say(adder, `takes "${wordsOf(event)}"`);
    const sum = wordsOf(event)
      .split('+')
      .map(Number)
      .reduce((a, b) => a + b);
    await adder.complete(event.event.taskId, String(sum));
    break;
  }

  const { events } = await asker.wait({ task });
  assert.deepEqual(events.map(stateOf), ['completed']);
  assert.deepEqual(events.map(wordsOf), ['42']);
  say(asker, `hears that T${task.number} is completed: "42"`);
});
