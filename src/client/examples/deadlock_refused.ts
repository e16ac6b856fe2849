// Two agents that would wait for each other: the host refuses the wait that would close the circle, and names it.
//   A2A_HOSTD=/path/to/a2a-hostd node build/ts/src/client/examples/deadlock_refused.js
import assert from 'node:assert/strict';
import { errors } from '../../../generated/ts/index.js';
import { isA2AError } from '../index.js';
import { enter, onStage, say, stateOf } from './stage.js';

await onStage('deadlock', async (client) => {
  const left = await enter(client, 'left', 'Holds one half');
  const right = await enter(client, 'right', 'Holds the other half');

  const forRight = await left.send({ to: right.id, text: 'Send me your half first.' });
  const forLeft = await right.send({ to: left.id, text: 'No, you first.' });
  await left.wait({ task: forLeft });
  await right.wait({ task: forRight });

  // left waits for right; the host has taken the call when it answers the next one.
  const waiting = left.wait({ task: forRight, seconds: 60 });
  await client.app.health();
  say(left, `waits for ${right.id} on T${forRight.number}`);

  try {
    await right.wait({ task: forLeft, seconds: 60 });
    assert.fail('both wait');
  } catch (error) {
    if (!isA2AError(error, errors.A2A_WAIT_CYCLE.name)) throw error;
    say(right, `may not wait for ${left.id}: ${error.message}`);
    assert.deepEqual(
      error.data.cycle?.map(({ agentId, waitsFor }) => `${agentId} > ${waitsFor}`),
      ['right > left', 'left > right'],
    );
  }

  // Told so, it does its own part instead; that ends the other's wait.
  await right.complete(forRight, 'Here is my half.');
  assert.deepEqual((await waiting).events.map(stateOf), ['completed']);
  await left.complete(forLeft, 'And mine.');
  assert.deepEqual((await right.wait({ task: forLeft })).events.map(stateOf), ['completed']);
  say(right, 'has both halves');
});
