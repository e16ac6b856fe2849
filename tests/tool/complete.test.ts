// complete out of a pause: a refused one leaves the task as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A2A_MAX_FILE_BYTES, errors, type Task } from '../../generated/ts/index.js';
import { A2AError } from '../../src/client/index.js';
import { createA2ATool } from '../../src/client/tool/index.js';
import { connect } from '../client/support.js';
import { stub, task } from './stub.js';
import { h, recommended, world } from './world.js';

test('what the host would not take leaves the question standing', async (t) => {
  const bytes = Buffer.alloc(A2A_MAX_FILE_BYTES - 2_000_000).toString('base64');
  const w = await world(await connect(t), { readFile: (name) => Promise.resolve({ name, bytes }) });
  await w.planner.status(w.served, 'input-required', 'Which branch?');
  const before = await w.planner.get(w.served);
  const refused = await w.tool.execute({ action: 'complete', task: h(w.served), text: 'The plan.', files: ['a', 'b'] });
  assert.match(refused.text, /^Refused, nothing was sent: /);
  assert.deepEqual(await w.planner.get(w.served), before);
  const done = await w.tool.execute({ action: 'complete', task: h(w.served), text: 'The plan.' });
  assert.match(done.text, /is completed: stored.*\n.*was input required and went on without the answer/);
  assert.equal((await w.builder.get(w.served)).status.state, 'completed');
});

test('what is refused after the task went on pauses it again', async () => {
  const question = [{ kind: 'text', text: 'Which branch?' } as const];
  const paused: Task = {
    ...task,
    agentName: 'planner',
    requesterName: 'reviewer',
    status: { ...task.status, state: 'auth-required', message: { role: 'agent', messageId: 'q', parts: question } },
  };
  const moves: unknown[] = [];
  let state = paused.status.state;
  const agent = stub({
    get: () => Promise.resolve(paused),
    status: (_id, wanted, words) => {
      moves.push([wanted, words?.parts]);
      const { name, code } = wanted === 'input-required' && state === 'working' ? errors.A2A_SEND_CAP : errors.A2A_INVALID_TRANSITION;
      if (wanted === 'input-required') return Promise.reject(new A2AError('', code, name, { errorCode: name }));
      state = wanted;
      return Promise.resolve({ ...paused, status: { ...paused.status, state } });
    },
  });
  const answer = [{ kind: 'text', text: 'And which commit?' }];
  const { text } = await createA2ATool(agent).execute({
    action: 'complete',
    task: task.id,
    text: 'And which commit?',
    outcome: 'input-required',
  });
  assert.match(text, /^Refused, nothing was sent: /);
  assert.deepEqual(moves, [
    ['input-required', answer],
    ['working', undefined],
    ['input-required', answer],
    ['auth-required', question],
  ]);
});

test('a task that has ended takes no result, and no call that would give one is recommended', async (t) => {
  const w = await world(await connect(t));
  await w.planner.complete(w.served, 'The plan.');
  for (const text of [undefined, '<your result>']) {
    const refused = await w.tool.execute({ action: 'complete', task: h(w.served), text });
    assert.match(refused.text, /is completed already and takes no other result/);
    const next = await w.tool.execute(recommended(refused.text));
    assert.ok(!next.isError, next.text);
    assert.match(next.text, /completed for builder/);
  }
});
