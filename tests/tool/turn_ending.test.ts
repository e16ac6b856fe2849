// The end of a turn: a reminder once, then the task is failed, so that nobody waits for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnEnding } from '../../src/client/tool/index.js';
import { connect } from '../client/support.js';
import { h, recommended, world } from './world.js';

test('a reminder first, a failed task the second time', async (t) => {
  const w = await world(await connect(t));
  const first = await turnEnding(w.planner);
  assert.deepEqual(first.failed, []);
  assert.ok(first.reminder?.includes(`you still owe ${h(w.served)} for builder`), first.reminder);
  assert.deepEqual(recommended(first.reminder ?? ''), { action: 'complete', task: h(w.served), text: '<your result>' });
  const second = await turnEnding(w.planner, 'The model stopped.');
  assert.equal(second.reminder, undefined);
  assert.deepEqual(
    second.failed.map(({ id }) => id),
    [w.served.id],
  );
  const task = await w.builder.get(w.served);
  assert.deepEqual([task.status.state, task.status.message?.parts], ['failed', [{ kind: 'text', text: 'The model stopped.' }]]);
  assert.deepEqual(await turnEnding(w.planner), { failed: [] });
});

test('no reminder for what is finished, paused or only awaited; a new task gets its own', async (t) => {
  const w = await world(await connect(t));
  assert.notEqual((await turnEnding(w.planner)).reminder, undefined);
  await w.planner.status(w.served, 'input-required', 'When?');
  assert.deepEqual(await turnEnding(w.planner), { failed: [] });
  const later = await w.builder.send({ to: w.planner.id, text: 'One more' });
  const { reminder, failed } = await turnEnding(w.planner);
  assert.deepEqual(failed, []);
  assert.ok(reminder?.includes(h(later)));
  await w.planner.complete(later, 'Done.');
  assert.deepEqual(await turnEnding(w.planner), { failed: [] });
});
