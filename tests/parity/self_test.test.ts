// The comparison can see: every mutation of the schema, given to one party at a time, is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parity } from './support.js';

interface Verdict {
  ok: boolean;
  mutations: number;
  runs: number;
  missed: number;
}

test('every mutation is noticed, in expectations and in both outputs', () => {
  const run = parity('--self-test', '--json');
  assert.equal(run.code, 0, run.stderr);
  const { ok, mutations, runs, missed } = JSON.parse(run.stdout) as Verdict;
  assert.deepEqual([ok, missed], [true, 0]);
  assert.ok(mutations >= 10 && runs >= 3 * (mutations - 2), run.stdout);
});
