// The state table against the contract's (section 4.2), written out here once more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskStateMachine as machine, TaskStateValues } from '../../generated/ts/index.js';
import type { TaskState } from '../../generated/ts/index.js';

const open: TaskState[] = ['working', 'input-required', 'auth-required', 'completed', 'canceled', 'failed', 'rejected'];
const resumed: TaskState[] = ['working', 'canceled', 'failed', 'rejected'];
const moves: { [state in TaskState]: { any: TaskState[]; requester: TaskState[] } } = {
  submitted: { any: open, requester: ['canceled'] },
  working: { any: open, requester: ['canceled'] },
  'input-required': { any: resumed, requester: ['working', 'canceled'] },
  'auth-required': { any: resumed, requester: ['working', 'canceled'] },
  completed: { any: [], requester: [] },
  canceled: { any: [], requester: [] },
  failed: { any: [], requester: [] },
  rejected: { any: [], requester: [] },
};

test('every move of every role', () => {
  for (const from of TaskStateValues) {
    assert.deepEqual(machine.allowedMoves(from), moves[from].any);
    assert.deepEqual(machine.allowedMoves(from, 'requester'), moves[from].requester);
    for (const to of TaskStateValues) {
      assert.equal(machine.canMove(from, to), moves[from].any.includes(to), `${from} to ${to}`);
      assert.equal(
        machine.canMove(from, to, 'requester'),
        moves[from].requester.includes(to),
        `requester ${from} to ${to}`,
      );
    }
  }
});

test('start, ends and pauses', () => {
  assert.equal(machine.initial, 'submitted');
  assert.deepEqual(TaskStateValues.filter(machine.isTerminal), ['completed', 'canceled', 'failed', 'rejected']);
  assert.deepEqual(TaskStateValues.filter(machine.isPaused), ['input-required', 'auth-required']);
});

test('what is no state goes nowhere', () => {
  for (const name of ['constructor', '__proto__', '', 'unknown'] as string[] as TaskState[]) {
    assert.equal(machine.isTerminal(name), false);
    assert.equal(machine.isPaused(name), false);
    assert.equal(machine.canMove(name, 'working'), false);
  }
  assert.equal(machine.canMove('working', 'completed', 'constructor' as 'requester'), true);
});
