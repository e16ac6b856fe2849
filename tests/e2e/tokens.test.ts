// Contract sections 1 and 3: every method with every wrong token, and nowhere a trace of tokens and secrets.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Agent, card, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';
import { methods } from '../../generated/ts/index.js';
import type { Task } from './support/protocol.js';

/** Params of a call that the requester of `task` may make, without its token. */
const calls: Record<string, (task: Task) => object> = {
  'a2a.agents.deregister': () => ({}),
  'a2a.agents.list': () => ({}),
  'a2a.agents.newRun': () => ({}),
  'a2a.events.ack': () => ({ upTo: 0 }),
  'a2a.events.wait': ({ id }) => ({ taskId: id, timeoutSeconds: 0 }),
  'a2a.message.send': ({ id }) => ({ message: text('x', { taskId: id }) }),
  'a2a.message.stream': ({ id }) => ({ message: text('x', { taskId: id }) }),
  'a2a.messages.get': ({ id, history }) => ({ taskId: id, messageId: history[0]?.messageId }),
  'a2a.tasks.artifact': ({ id }) => ({ id, artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'x' }] } }),
  'a2a.tasks.cancel': ({ id }) => ({ id }),
  'a2a.tasks.get': ({ id }) => ({ id }),
  'a2a.tasks.list': () => ({}),
  'a2a.tasks.pushNotificationConfig.delete': ({ id }) => ({ taskId: id, id: 'c' }),
  'a2a.tasks.pushNotificationConfig.get': ({ id }) => ({ taskId: id }),
  'a2a.tasks.pushNotificationConfig.list': ({ id }) => ({ taskId: id }),
  'a2a.tasks.pushNotificationConfig.set': ({ id }) => ({ taskId: id, config: { id: 'c', token: 'of the config' } }),
  'a2a.tasks.resubscribe': ({ id }) => ({ id }),
  'a2a.tasks.status': ({ id }) => ({ id, state: 'canceled' }),
};
/** Methods that name no task: any live agent may call them. */
const ofNobody = new Set(['a2a.agents.deregister', 'a2a.agents.list', 'a2a.agents.newRun', 'a2a.events.ack', 'a2a.tasks.list']);
const withoutToken = new Set(['a2a.agents.register', 'app.handshake', 'app.health', 'app.getVersion']);

test('every method of the schema is in this test', () => {
  const names = Object.keys(methods).filter((name) => !withoutToken.has(name));
  assert.deepEqual(Object.keys(calls).sort(), names.sort());
});

for (const [method, params] of Object.entries(calls)) {
  test(`${method} with no token, garbage, one that ended, the other party's and a stranger's`, async (t) => {
    const host = await Host.start(t, { acks: true });
    const asker = await Agent.register(host, 'asker');
    const worker = await Agent.register(host, 'worker');
    const ended = await Agent.register(host, 'ended');
    await ended.deregister();
    const stranger = await Agent.register(host, 'stranger');
    const task = await asker.open(worker.id);
    const ask = (token: object): Promise<{ error?: unknown; result?: unknown }> =>
      host.reply(host.post(method, { ...params(task), ...token })).then(({ error, result }) => ({ error, result }));
    const refused = async (token: object, code: number, errorCode: string, data = {}): Promise<void> => {
      expectWire((await ask(token)).error as never, code, errorCode, data);
    };
    const before = await asker.get(task);
    await refused({}, -32602, 'INVALID_PARAMS', { path: '/params/token' });
    await refused({ token: null }, -32602, 'INVALID_PARAMS');
    for (const token of ['', 'garbage', `${asker.token}x`, asker.token.slice(1), asker.secret, ended.token, ended.secret]) {
      await refused({ token }, 1400, 'A2A_UNKNOWN_TOKEN');
    }
    if (!ofNobody.has(method)) await refused({ token: stranger.token }, 1400, 'A2A_UNKNOWN_AGENT');
    else if (method !== 'a2a.agents.deregister') assert.ok((await ask({ token: stranger.token })).result);
    assert.deepEqual(await asker.get(task), before); // refused calls changed nothing
    if (method === 'a2a.tasks.artifact') {
      await refused({ token: asker.token }, 1400, 'A2A_INVALID_TRANSITION');
      assert.ok((await ask({ token: worker.token })).result);
    } else if (method === 'a2a.tasks.status' || method === 'a2a.tasks.cancel') {
      assert.ok((await ask({ token: worker.token })).result);
      await refused({ token: asker.token }, 1400, 'A2A_TASK_TERMINAL', { by: 'worker' });
    } else {
      assert.ok((await ask({ token: worker.token })).result, 'the other party may');
      if (method !== 'a2a.agents.deregister') assert.ok((await ask({ token: asker.token })).result);
    }
  });
}

test('database, WAL, logs and replies hold no token or secret, in no form', async (t) => {
  const host = await Host.start(t, { acks: true });
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  await worker.status(task, 'completed', text('done', { role: 'agent' }));
  for (const params of [{ token: asker.token, id: 'none' }, { token: `${asker.token}x`, id: task.id }, { token: asker.token, id: task.id, bogus: 1 }]) {
    await host.refused('a2a.tasks.get', params);
  }
  await host.refused('a2a.agents.register', { contextId: 'x', card: card('asker'), resume: { agentId: 'asker', secret: asker.secret } });
  const again = await asker.resume(host);
  const secrets = [asker, worker, again].flatMap(({ token, secret }) => [token, secret]);
  await host.call('app.health', {});
  const files = [host.db, `${host.db}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file));
  assert.equal(files.length, 2);
  for (const secret of secrets) {
    for (const form of [Buffer.from(secret), Buffer.from(secret, 'base64url'), Buffer.from(Buffer.from(secret, 'base64url').toString('hex'))]) {
      for (const bytes of files) assert.ok(!bytes.includes(form));
    }
    assert.ok(!host.stderr.includes(secret));
    const carriers = host.frames.filter((frame) => frame.text.includes(secret) && frame.result?.token === undefined);
    assert.deepEqual(carriers.map(({ text: frame }) => frame), []);
  }
});
