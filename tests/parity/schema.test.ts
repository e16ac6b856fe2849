// JSON Schema of both protocols, judged by a real validator over all vectors. Where JSON Schema cannot say a rule, the
// rule stands in `unsaid`; each of them must be needed, and is named in schema/README.md.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { readVectors } from '../../codegen/parity/vectors.js';
import type { Vector } from '../../codegen/parity/vectors.js';
import { ours, plans } from './support.js';
import type { Protocol } from './support.js';

interface Unsaid {
  rule: string;
  /** Row of schema/README.md. */
  row: RegExp;
  concerns: (vector: Vector) => boolean;
}

const unsaid: readonly Unsaid[] = [
  { rule: 'duplicates', row: /there twice/, concerns: ({ traits }) => traits.includes('duplicate') },
  { rule: 'numbers beyond a double', row: /64-bit/, concerns: ({ traits }) => traits.includes('inexact') },
  { rule: 'surrogates', row: /surrogates/, concerns: ({ traits }) => traits.includes('surrogate') },
  { rule: 'nesting', row: /128 levels/, concerns: ({ traits }) => traits.includes('depth') },
  { rule: 'bytes', row: /bytes of UTF-8.*decoded size/s, concerns: ({ refusal }) => refusal?.reason === 'bytes' },
  { rule: 'base64 in fours', row: /multiple of four/, concerns: ({ refusal }) => refusal?.reason === 'base64' },
];

function readSchema(file: string): AnySchemaObject {
  return JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject;
}

function validatorOf(folder: string): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    ajv.addSchema(readSchema(path.join(folder, name)), name);
  }
  return ajv;
}

function parse(text: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)) };
  } catch {
    return undefined;
  }
}

// The validator recurses over recursive types; where its stack ends it has refused the value, if not by a verdict.
function validate(ajv: Ajv2020, type: string, value: unknown): boolean {
  try {
    return ajv.validate(`${type}.json`, value);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Judges all vectors; returns the rules that were needed to explain a difference. */
function judge(protocol: Protocol): Set<string> {
  const needed = new Set<string>();
  const ajv = validatorOf(path.join(protocol.generated, 'docs/schema'));
  let judged = 0;
  for (const vector of readVectors(path.join(protocol.generated, 'vectors'))) {
    const parsed = vector.side === 'input' ? parse(vector.text) : undefined;
    if (parsed === undefined) continue;
    const found = validate(ajv, vector.type, parsed.value);
    const expected = vector.refusal === undefined;
    ++judged;
    if (found === expected) continue;
    const reasons = unsaid.filter(({ concerns }) => concerns(vector));
    const says = `${vector.type} ${vector.name}: schema ${String(found)}, ${ajv.errorsText()}`;
    assert.notEqual(reasons.length, 0, says);
    for (const { rule } of reasons) needed.add(rule);
  }
  assert.ok(judged > 2000, `only ${judged} vectors were judged`);
  return needed;
}

test('schemas agree with the vectors but for what JSON Schema cannot say', () => {
  const needed = new Set([...judge(ours), ...judge(plans())]);
  assert.deepEqual([...needed].sort(), unsaid.map(({ rule }) => rule).sort(), 'a rule that is not needed any more');
});

test('what is not said is documented', () => {
  const readme = readFileSync(path.join(ours.generated, 'docs/schema/README.md'), 'utf8');
  for (const { row } of unsaid) assert.match(readme, row);
});

test('lengths in bytes are bounded as far as code points can', () => {
  const ajv = validatorOf(path.join(ours.generated, 'docs/schema'));
  const config = (id: string): unknown => ({ id });
  assert.equal(ajv.validate('PushNotificationConfig.json', config('a'.repeat(256))), true);
  assert.equal(ajv.validate('PushNotificationConfig.json', config('a'.repeat(257))), false);
  assert.equal(ajv.validate('PushNotificationConfig.json', config('')), false);
});
