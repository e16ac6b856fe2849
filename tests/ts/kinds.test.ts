// Kinds and rules that the protocol itself does not use, on tables written here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as p from '../../generated/ts/index.js';
import type { FaultReason, FieldTable, TypeTable } from '../../generated/ts/index.js';
import { accepted, refused } from './support.js';

function tableOf(field: Omit<FieldTable, 'name'>): TypeTable {
  return { name: 'T', fields: [{ name: 'x', ...field }] };
}

function check(
  field: Omit<FieldTable, 'name'>,
  good: readonly unknown[],
  bad: readonly (readonly [unknown, FaultReason])[],
): void {
  const table = tableOf(field);
  for (const x of good) accepted(table, { x });
  for (const [x, reason] of bad) refused(table, { x }, '/x', reason);
}

test('integers', () => {
  check(
    { kind: 'int32' },
    [0, -0, -(2 ** 31), 2 ** 31 - 1],
    [
      [2 ** 31, 'range'],
      [-(2 ** 31) - 1, 'range'],
      [0.5, 'type'],
    ],
  );
  check(
    { kind: 'uint32' },
    [0, 2 ** 32 - 1],
    [
      [2 ** 32, 'range'],
      [-1, 'range'],
      [true, 'type'],
    ],
  );
  check(
    { kind: 'int64' },
    [2 ** 53, -(2 ** 63)],
    [
      [2 ** 63, 'range'],
      [-(2 ** 63) - 2048, 'range'],
      [10n, 'type'],
    ],
  );
  check(
    { kind: 'uint64' },
    [2 ** 63, 0],
    [
      [2 ** 64, 'range'],
      [-1, 'range'],
      [Number.NaN, 'type'],
    ],
  );
  // What JSON.parse makes of 1e400 is still an integer, and too large.
  check(
    { kind: 'int64' },
    [],
    [
      [Infinity, 'range'],
      [-Infinity, 'range'],
    ],
  );
});

test('clamped integers have no upper end', () => {
  const clamp = { clamp: true, minValue: { value: 0 }, maxValue: { value: 9 } } as const;
  check(
    { kind: 'int32', ...clamp },
    [0, 9, 10, 2 ** 31, Infinity],
    [
      [-1, 'value'],
      [-(2 ** 40), 'range'],
      [9.5, 'type'],
    ],
  );
  check(
    { kind: 'double', ...clamp },
    [0, 9.5, 1e300, Infinity],
    [
      [-0.5, 'value'],
      [-Infinity, 'range'],
    ],
  );
});

test('doubles', () => {
  const limits = { minValue: { value: -1 }, maxValue: { value: 1 } };
  check(
    { kind: 'double' },
    [0, 1.5, -1e308, 5e-324],
    [
      [Infinity, 'range'],
      [-Infinity, 'range'],
      [Number.NaN, 'type'],
      ['1', 'type'],
    ],
  );
  check(
    { kind: 'double', ...limits },
    [-1, 0.5, 1],
    [
      [1.0000001, 'value'],
      [-1.5, 'value'],
    ],
  );
});

test('free-form values', () => {
  check({ kind: 'any', required: true }, [null, 0, '', [], {}, false], [[undefined, 'required']]);
  check(
    { kind: 'object' },
    [{}, null, { a: 1 }],
    [
      [[], 'type'],
      ['', 'type'],
      [0, 'type'],
    ],
  );
  check({ kind: 'any', repeated: true }, [[], [null, 1, 'a']], [[{}, 'type']]);
});

test("maps are walked in order of their keys' UTF-8 bytes", () => {
  const map = { kind: 'map', mapValue: 'int32', minItems: { value: 1 }, maxItems: { value: 3 } } as const;
  check(
    map,
    [{ a: 1 }, { a: 1, b: 2, c: 3 }, null],
    [
      [{}, 'items'],
      [{ a: 1, b: 1, c: 1, d: 1 }, 'items'],
      [[], 'type'],
    ],
  );
  refused(tableOf(map), { x: { '\u{1f600}': '', '\uff5e': '', a: 1 } }, '/x/\uff5e', 'type');
  refused(tableOf(map), { x: { a: null } }, '/x/a', 'type');
  refused(tableOf(map), { x: JSON.parse('{"__proto__": "no"}') as object }, '/x/__proto__', 'type');
});

test('enums in lists and maps', () => {
  const values = ['one', 'two'];
  check(
    { kind: 'enum', values },
    ['one'],
    [
      ['three', 'enum'],
      ['toString', 'enum'],
      [1, 'type'],
    ],
  );
  refused(tableOf({ kind: 'enum', values, repeated: true }), { x: ['one', 'One'] }, '/x/1', 'enum');
  refused(tableOf({ kind: 'map', mapValue: 'enum', values }), { x: { k: 'no' } }, '/x/k', 'enum');
});

test('a type that holds itself is walked to a bounded depth, cycles included', () => {
  const node: TypeTable = { name: 'Node', fields: [{ name: 'n', kind: 'message', type: () => node }] };
  const nest = (levels: number): object => {
    let value: object = {};
    for (let i = 1; i < levels; ++i) value = { n: value };
    return value;
  };
  accepted(node, nest(128));
  refused(node, nest(129), '/n'.repeat(128), 'depth');
  refused(node, nest(100_000), '/n'.repeat(128), 'depth');
  const cycle: { n?: object } = {};
  cycle.n = cycle;
  refused(node, cycle, '/n'.repeat(128), 'depth');
  // Siblings do not add up.
  const list: TypeTable = { name: 'List', fields: [{ name: 'n', kind: 'message', repeated: true, type: () => node }] };
  accepted(list, { n: new Array(1000).fill(nest(100)) });
});

test('free-form values of any depth are not walked', () => {
  let deep: unknown[] = [];
  for (let i = 0; i < 200_000; ++i) deep = [deep];
  accepted(tableOf({ kind: 'any' }), { x: deep });
});

test('measures', () => {
  assert.equal(p.codePoints('a\u{1f600}\ud800b\udc00'), 5);
  assert.equal(p.utf8Bytes('a\u00e9\u20ac\u{1f600}'), 1 + 2 + 3 + 4);
  assert.equal(p.utf8Bytes('\ud800\ud800\udc00'), 3 + 4);
  for (const sample of ['', 'plain', '\u00e9\u20ac', '\u{1f600}x\u{10ffff}']) {
    assert.equal(p.utf8Bytes(sample), Buffer.byteLength(sample));
    assert.equal(p.codePoints(sample), [...sample].length);
  }
  assert.equal(p.base64Bytes('AA=='), 1);
  assert.equal(p.base64Bytes('AB=='), -1);
});

test('order of UTF-8 bytes', () => {
  const words = ['', 'a', 'ab', 'b', '\u00e9', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}', '\u{10ffff}'];
  for (const a of words) {
    for (const b of words) {
      assert.equal(Math.sign(p.compareUtf8(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)), `${a} ${b}`);
    }
  }
});

test('long names are cut in sentences, between characters', () => {
  const quoted = (name: string) => p.diagnose(tableOf({ kind: 'bool' }), { [name]: 1 })?.text.split(' ')[0];
  assert.equal(quoted('x'.repeat(64)), `"${'x'.repeat(64)}"`);
  assert.equal(quoted('x'.repeat(65)), `"${'x'.repeat(64)}..."`);
  assert.equal(quoted('\u00e9'.repeat(32)), `"${'\u00e9'.repeat(32)}"`);
  assert.equal(quoted('x' + '\u00e9'.repeat(32)), `"x${'\u00e9'.repeat(31)}..."`);
});

test('an arm is chosen by a string only', () => {
  const arm: TypeTable = { name: 'Arm', fields: [] };
  const fields: FieldTable[] = [
    { name: 'a', kind: 'message', type: () => arm, arm: '' },
    { name: 'b', kind: 'message' },
  ];
  const union: TypeTable = { name: 'U', discriminator: 'kind', fields };
  accepted(union, { kind: '' });
  refused(union, {}, '/kind', 'discriminator');
});
