// Contract section 4.2: the state table in full, state × target × role, against the running broker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIr } from '../support/paths.js';
import { Agent, states, text, words } from './support/agents.js';
import { Host } from './support/host.js';
import type { Task, TaskState } from './support/protocol.js';

const machine = readIr().enums.find((type) => type.is_state === true);
assert.ok(machine !== undefined);
const table = machine.values.map((value) => ({
  wire: value.wire as TaskState,
  terminal: value.state?.terminal === true,
  worker: (value.state?.to ?? []).map((index) => machine.values[index]?.wire as TaskState),
  requester: (value.state?.roles?.find(({ role }) => role === 'requester')?.to ?? value.state?.to ?? []).map(
    (index) => machine.values[index]?.wire as TaskState,
  ),
}));

/** The table of the contract, typed here once so that a change of the schema is seen. */
const contract: Record<string, string> = {
  submitted: 'working input-required auth-required completed canceled failed rejected',
  working: 'working input-required auth-required completed canceled failed rejected',
  'input-required': 'working canceled failed rejected',
  'auth-required': 'working canceled failed rejected',
  completed: '',
  canceled: '',
  failed: '',
  rejected: '',
};

/** A new task brought to `state` by its worker. */
async function taskIn(state: TaskState, asker: Agent, worker: Agent): Promise<Task> {
  await asker.newRun();
  await worker.newRun();
  const task = await asker.open(worker.id);
  return state === 'submitted' ? task : await worker.status(task, state);
}

test('the generated table is the one of the contract; who ends never moves', () => {
  assert.deepEqual(Object.fromEntries(table.map(({ wire, worker }) => [wire, worker.join(' ')])), contract);
  for (const row of table) {
    assert.equal(row.terminal, row.worker.length === 0);
    const paused = row.wire === 'input-required' || row.wire === 'auth-required';
    assert.deepEqual(row.requester, row.terminal ? [] : paused ? ['working', 'canceled'] : ['canceled'], row.wire);
  }
});

for (const row of table) {
  for (const role of ['worker', 'requester'] as const) {
    test(`from ${row.wire} the ${role} may go to: ${row[role].join(', ') || 'nowhere'}`, async (t) => {
      const host = await Host.start(t);
      const asker = await Agent.register(host, 'asker');
      const worker = await Agent.register(host, 'worker');
      const [mover, told] = role === 'worker' ? [worker, asker] : [asker, worker];
      for (const target of table) {
        const task = await taskIn(row.wire, asker, worker);
        await host.barrier();
        const from = host.frames.length;
        const params = { token: mover.token, id: task.id, state: target.wire };
        if (row[role].includes(target.wire)) {
          const moved = await mover.status(task, target.wire);
          assert.equal(moved.status.state, target.wire);
          assert.equal(moved.generation, task.generation + 1);
          await host.barrier();
          assert.deepEqual(states(told.events(from)), [target.wire]);
        } else if (row.terminal && row.wire === target.wire && role === 'worker') {
          // A repeat of one's own winning terminal status returns the task.
          assert.equal((await mover.status(task, target.wire)).generation, task.generation);
        } else if (row.terminal) {
          await host.expectError('a2a.tasks.status', params, 1400, 'A2A_TASK_TERMINAL', { state: row.wire, by: 'worker' });
        } else {
          const error = await host.expectError('a2a.tasks.status', params, 1400, 'A2A_INVALID_TRANSITION', {
            state: row.wire,
            allowed: row[role],
          });
          assert.match(error.message, new RegExp(role));
        }
        await host.barrier();
        if (!row[role].includes(target.wire)) {
          assert.ok(host.frames.slice(from).every((frame) => frame.method === undefined), `${row.wire} to ${target.wire} told somebody`);
          assert.equal((await asker.get(task)).generation, task.generation);
        }
      }
    });
  }
}

test('either party cancels an open task in any state; a terminal one is A2A_TASK_TERMINAL', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  for (const row of table) {
    for (const agent of [asker, worker]) {
      const task = await taskIn(row.wire, asker, worker);
      if (!row.terminal) {
        assert.equal((await agent.cancel(task)).status.state, 'canceled');
      } else if (row.wire === 'canceled' && agent === worker) {
        assert.equal((await agent.cancel(task)).generation, task.generation);
      } else {
        await host.expectError('a2a.tasks.cancel', { token: agent.token, id: task.id }, 1400, 'A2A_TASK_TERMINAL', { state: row.wire, by: 'worker' });
      }
    }
  }
});

test('a repeat of one\'s own winning cancel returns the task; the other party is told whose doing it was', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const canceled = await asker.cancel(task);
  await host.barrier();
  const from = host.frames.length;
  const again = await asker.cancel(task);
  assert.deepEqual([again.status, again.generation], [canceled.status, canceled.generation]);
  assert.equal((await asker.status(task, 'canceled')).generation, canceled.generation);
  await host.expectError('a2a.tasks.cancel', { token: worker.token, id: task.id }, 1400, 'A2A_TASK_TERMINAL', { state: 'canceled', by: 'asker' });
  await host.expectError('a2a.tasks.status', { token: worker.token, id: task.id, state: 'completed' }, 1400, 'A2A_TASK_TERMINAL', { state: 'canceled', by: 'asker' });
  await host.expectError('a2a.message.send', worker.sendParams(text('x', { taskId: task.id })), 1400, 'A2A_TASK_TERMINAL', { state: 'canceled', by: 'asker' });
  await host.barrier();
  assert.deepEqual(worker.events(from), []);
});

test('of racing terminal moves exactly one wins', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  for (let round = 0; round < 10; round++) {
    const task = await taskIn('working', asker, worker);
    await host.barrier();
    const from = host.frames.length;
    const move = (agent: Agent, state: string, id: string): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'a2a.tasks.status', params: { token: agent.token, id: task.id, state } });
    const lines = [move(worker, 'completed', 'a'), move(asker, 'canceled', 'b'), move(worker, 'failed', 'c'), move(worker, 'rejected', 'd')];
    if (round % 2 === 1) lines.reverse();
    host.raw(Buffer.from(`${lines.join('\n')}\n`));
    await host.barrier();
    const won = host.frames.slice(from).filter((frame) => frame.result?.task !== undefined);
    assert.equal(won.length, 1);
    assert.equal(won[0]?.id, round % 2 === 0 ? 'a' : 'd');
    assert.equal([...asker.events(from), ...worker.events(from)].length, 1);
  }
});

test('status.message is the message of the last status call, and cleared by any other change of state', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  const worker = await Agent.register(host, 'worker');
  const task = await asker.open(worker.id);
  const first = text('starting', { role: 'agent' });
  assert.deepEqual((await worker.status(task, 'working', first)).status.message?.messageId, first.messageId);
  await worker.follow(task);
  assert.equal((await asker.get(task)).status.message?.messageId, first.messageId, 'a message that moves nothing leaves it');
  assert.equal((await worker.status(task, 'working')).status.message, undefined);
  const question = text('which?', { role: 'agent' });
  await worker.status(task, 'input-required', question);
  assert.equal((await asker.get(task)).status.message?.messageId, question.messageId);
  await asker.follow(task);
  assert.equal((await asker.get(task)).status.message, undefined);
  await worker.status(task, 'working', text('y', { role: 'agent' }));
  assert.equal((await asker.cancel(task)).status.message, undefined);
  const all = words((await asker.get(task)).history);
  assert.deepEqual(all, ['do it', 'starting', 'and then', 'which?', 'and then', 'y'], 'status messages are part of history');
});
