// What the tests of the TypeScript output share.
import assert from 'node:assert/strict';
import { diagnose } from '../../generated/ts/index.js';
import type { FaultReason, Side, TypeTable } from '../../generated/ts/index.js';

/** `value` must be refused at `path` for `reason`. */
export function refused(
  type: TypeTable,
  value: unknown,
  path: string,
  reason: FaultReason,
  side: Side = 'input',
): void {
  const fault = diagnose(type, value, '', side);
  assert.deepEqual({ path: fault?.path, reason: fault?.reason }, { path, reason }, JSON.stringify(fault));
}

export function accepted(type: TypeTable, value: unknown, side: Side = 'input'): void {
  assert.equal(diagnose(type, value, '', side), undefined);
}
