// The tool beside a host that goes and comes back, and beside an agent that has ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '../../generated/ts/index.js';
import { A2AError, HostUnavailableError } from '../../src/client/index.js';
import { createA2ATool } from '../../src/client/tool/index.js';
import { connect, register, signal } from '../client/support.js';
import { patient, stub } from './stub.js';

const gone = (): Error => new HostUnavailableError('The host ended.');
const leaving = (): Error => {
  const { name, code, text } = errors.HOST_SHUTTING_DOWN;
  return new A2AError('', code, text, { errorCode: name, retryable: true });
};

/** Fails that often, then does it. */
function after<A extends unknown[], R>(times: number, why: () => Error, call: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  let left = times;
  return (...args) => (left-- > 0 ? Promise.reject(why()) : call(...args));
}

test('what only reads is asked again', async () => {
  const well = stub({});
  for (const [times, why] of [
    [2, gone],
    [4, leaving],
  ] as const) {
    const agent = stub({
      discover: after(times, why, well.discover),
      list: after(times, why, well.list),
      get: after(times, why, well.get),
    });
    const tool = createA2ATool(agent);
    for (const call of [{ action: 'discover' }, { action: 'get' }, { action: 'get', task: '01900000-0000-7000-8000-000000000001' }]) {
      const { isError, text } = await tool.execute(call);
      assert.ok(!isError, text);
    }
  }
  let calls = 0;
  const lost = (): Promise<never> => {
    ++calls;
    return Promise.reject(gone());
  };
  const { text } = await createA2ATool(stub({ discover: lost })).execute({ action: 'discover' });
  assert.match(text, /cannot be reached now/);
  assert.ok(calls < 10, `${calls} calls`);
});

test('what changes something is not', async () => {
  let calls = 0;
  const send = (): Promise<never> => {
    ++calls;
    return Promise.reject(gone());
  };
  const { isError } = await createA2ATool(stub({ send })).execute({ action: 'send', to: 'reviewer', text: 'Hi' });
  assert.deepEqual([isError, calls], [true, 1]);
});

test('a wait that ends before its time, for no reason, goes on', async () => {
  for (const call of [
    { action: 'wait', seconds: 20 },
    { action: 'wait', task: '01900000-0000-7000-8000-000000000001', seconds: 20 },
  ]) {
    const { agent, slices, now } = patient();
    let failing = 3;
    const wait: typeof agent.wait = (options) => {
      if (failing-- <= 0) return agent.wait(options);
      return failing === 1 ? Promise.reject(leaving()) : Promise.resolve({ events: [], more: false, timedOut: false });
    };
    const { text } = await createA2ATool({ ...agent, wait }, { now }).execute(call);
    assert.match(text, /^Nothing came within 20 s/);
    assert.deepEqual(slices, [20]);
    let vain = 0;
    const early: typeof agent.wait = () => {
      ++vain;
      return Promise.resolve({ events: [], more: false, timedOut: false });
    };
    const stopped = await createA2ATool({ ...agent, wait: early }, { now }).execute(call);
    assert.match(stopped.text, /^Nothing came within 0 s/);
    assert.ok(vain > 1 && vain < 10, `${vain} waits`);
  }
});

test('over kills of a real host nothing that reads fails', async (t) => {
  const client = await connect(t, { restart: true });
  const [planner] = [await register(client, 'planner'), await register(client, 'reviewer')];
  const tool = createA2ATool(planner);
  for (let i = 0; i < 5; ++i) {
    const looking = ['discover', 'get'].map((action) => tool.execute({ action }));
    signal(client, 'SIGKILL');
    for (const { isError, text } of await Promise.all(looking)) assert.ok(!isError, text);
    await tool.execute({ action: 'discover' });
  }
});

test('an agent that has ended sends nothing, and the tool knows it', async (t) => {
  const client = await connect(t);
  const [planner] = [await register(client, 'planner'), await register(client, 'reviewer')];
  const tool = createA2ATool(planner);
  await client.dispose();
  const { text } = await tool.execute({ action: 'send', to: 'reviewer', text: 'Hi' });
  assert.match(text, /^Failed: This agent has ended: nothing was sent/);
});
