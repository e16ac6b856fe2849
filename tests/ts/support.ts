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

/** The same sequence for the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** An integer from 0 up to below `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  pick<const T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
