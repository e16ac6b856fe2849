// Constants, methods and types equal the canonical IR, read as data.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as p from '../../generated/ts/index.js';
import { root } from '../support/paths.js';

interface IrField {
  wire_name: string;
  type?: string;
  arm?: string;
  [rule: string]: unknown;
}

interface Ir {
  protocol: { name: string; version: number; schema_version: number; schema_baseline: number };
  bounds: { name: string; value?: number; unit: string; limit?: string; error?: string }[];
  capabilities: { name: string }[];
  errors: { name: string; code: number; text: string; reserved?: boolean; retryable?: boolean; advice?: string }[];
  enums: { name: string; values: { wire: string; state?: State }[]; is_state?: boolean }[];
  types: {
    name: string;
    open?: boolean;
    discriminator?: string;
    tag?: { name: string; value: string; written?: boolean };
    fields?: IrField[];
  }[];
  services: { methods: IrMethod[] }[];
  contract_hash: string;
  texts: { name: string; value: string }[];
}

interface State {
  to?: number[];
  roles?: { role: string; to: number[] }[];
  terminal?: boolean;
  paused?: boolean;
  initial?: boolean;
}

interface IrMethod {
  name: string;
  params: string;
  result?: string;
  capability: string;
  notifiable?: boolean;
  before_handshake?: boolean;
  idempotent?: boolean;
  notification?: boolean;
  errors?: string[];
}

const ir = JSON.parse(readFileSync(`${root}/generated/protocol.ir.json`, 'utf8')) as Ir;
const exported = p as unknown as Record<string, unknown>;
const tables: Record<string, p.TypeTable> = p.tables;

test('versions, hash, capabilities and texts', () => {
  assert.equal(p.protocolName, ir.protocol.name);
  assert.equal(p.protocolVersion, ir.protocol.version);
  assert.equal(p.schemaVersion, ir.protocol.schema_version);
  assert.equal(p.schemaBaseline, ir.protocol.schema_baseline);
  assert.equal(p.contractHash, ir.contract_hash);
  assert.match(p.contractHash, /^[0-9a-f]{64}$/);
  assert.deepEqual(
    p.capabilities,
    ir.capabilities.map(({ name }) => name),
  );
  for (const text of ir.texts) assert.equal(exported[text.name], text.value);
});

test('bounds', () => {
  assert.deepEqual(
    Object.keys(p.bounds),
    ir.bounds.map(({ name }) => name),
  );
  for (const { name, value = 0, unit, limit, error } of ir.bounds) {
    assert.equal(exported[name], value);
    const expected = {
      name,
      value,
      unit,
      ...(limit !== undefined && { limit }),
      ...(error !== undefined && { error }),
    };
    assert.deepEqual(p.bounds[name as p.BoundName], expected);
  }
});

test('errors', () => {
  assert.deepEqual(
    Object.keys(p.errors),
    ir.errors.map(({ name }) => name),
  );
  for (const { name, code, text, reserved = false, retryable = false, advice = '' } of ir.errors) {
    assert.deepEqual(p.errors[name as p.ErrorName], { name, code, text, reserved, retryable, advice });
    assert.equal(advice === '', reserved, `${name}: a model that runs into it is told what to do`);
  }
});

test('enums and states', () => {
  for (const { name, values, is_state } of ir.enums) {
    assert.deepEqual(
      exported[`${name}Values`],
      values.map(({ wire }) => wire),
    );
    if (!is_state) continue;
    const machine = exported[`${name.charAt(0).toLowerCase()}${name.slice(1)}Machine`] as p.StateMachine<
      string,
      string,
      string
    >;
    const wires = (indices: number[] = []) => indices.map((index) => values[index]?.wire);
    for (const { wire, state = {} } of values) {
      assert.deepEqual(machine.table[wire], {
        to: wires(state.to),
        roles: Object.fromEntries((state.roles ?? []).map(({ role, to }) => [role, wires(to)])),
        terminal: state.terminal ?? false,
        paused: state.paused ?? false,
      });
      assert.equal(machine.initial === wire, state.initial ?? false);
    }
  }
});

test('methods and notifications', () => {
  const all = ir.services.flatMap(({ methods }) => methods);
  const calls = all.filter(({ notification }) => !notification);
  assert.deepEqual(Object.keys(p.methods).sort(), calls.map(({ name }) => name).sort());
  for (const method of calls) {
    assert.deepEqual(p.methods[method.name as p.MethodName], {
      name: method.name,
      params: tables[method.params],
      result: tables[method.result ?? ''],
      capability: method.capability,
      notifiable: method.notifiable ?? false,
      beforeHandshake: method.before_handshake ?? false,
      idempotent: method.idempotent ?? false,
      errors: method.errors ?? [],
    });
  }
  const notifications = all.filter(({ notification }) => notification);
  assert.deepEqual(Object.keys(p.notifications).sort(), notifications.map(({ name }) => name).sort());
  for (const { name, params, capability } of notifications) {
    assert.deepEqual(p.notifications[name as p.HostNotificationName], { name, params: tables[params], capability });
  }
});

test('type tables', () => {
  assert.deepEqual(
    Object.keys(tables),
    ir.types.map(({ name }) => name),
  );
  for (const { name, open, discriminator, tag, fields = [] } of ir.types) {
    const table = tables[name];
    assert.ok(table);
    assert.equal(table.open ?? false, open ?? false, name);
    assert.equal(table.discriminator, discriminator, name);
    assert.deepEqual(table.tag, tag && { name: tag.name, value: tag.value, written: tag.written ?? false });
    assert.deepEqual(table.fields.map(fieldOf), fields.map(fieldOfIr), name);
  }
});

const rules = ['repeated', 'required', 'nullable', 'always', 'clamp'] as const;
const limits = [
  'minChars',
  'maxChars',
  'minBytes',
  'maxBytes',
  'minItems',
  'maxItems',
  'minValue',
  'maxValue',
] as const;

function fieldOf(field: p.FieldTable): object {
  return {
    name: field.name,
    kind: field.kind,
    type: field.type?.().name,
    arm: field.arm,
    values: field.values,
    rules: rules.filter((rule) => field[rule]),
    limits: limits.map((limit) => [field[limit]?.value, field[limit]?.name]),
  };
}

function fieldOfIr(field: IrField): object {
  const kind = String(field['kind']).replace('KIND_', '').replace('RAW_', '').toLowerCase();
  const values = ir.enums.find(({ name }) => kind === 'enum' && name === field.type)?.values;
  return {
    name: field.wire_name,
    kind,
    type: kind === 'message' ? field.type : undefined,
    arm: field.arm,
    values: values?.map(({ wire }) => wire),
    rules: rules.filter((rule) => field[rule]),
    limits: limits.map((limit) => {
      const found = field[limit.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)] as
        (p.ValueLimit & { bound?: string }) | undefined;
      return [found?.value, found?.bound];
    }),
  };
}
