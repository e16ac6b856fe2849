// Validators against the protocol's types: what is accepted, and which fault comes first of what is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as p from '../../generated/ts/index.js';
import { samples } from './samples.js';
import type { TypeName } from './samples.js';
import { accepted, refused } from './support.js';

const names = Object.keys(p.tables) as TypeName[];
const { Message, Part, SendParams, Task, TaskEvent, TaskStatusUpdateEvent, TasksGetParams } = p.tables;

const text = (value: string): p.TextPart => ({ kind: 'text', text: value });
const message = (change: object): object => ({ ...samples.Message.minimal, ...change });

for (const name of names) {
  const table: p.TypeTable = p.tables[name];
  const { minimal, full } = samples[name];

  test(`${name}: minimal and full values are accepted`, () => {
    accepted(table, minimal);
    accepted(table, full);
    accepted(table, full, 'output');
  });

  test(`${name}: anything but an object is refused`, () => {
    for (const value of [null, true, 0, '', [], undefined]) refused(table, value, '', 'type');
  });

  test(`${name}: each member left out, and null in its place`, () => {
    if (table.discriminator !== undefined) return;
    for (const field of table.fields) {
      const without = Object.fromEntries(Object.entries(full).filter(([key]) => key !== field.name));
      const nulled = { ...full, [field.name]: null };
      if (field.required) {
        refused(table, without, `/${field.name}`, 'required');
        if (field.kind !== 'any') refused(table, nulled, `/${field.name}`, 'type');
      } else {
        accepted(table, without);
        accepted(table, nulled);
      }
    }
  });

  test(`${name}: members of a wrong type`, () => {
    if (table.discriminator !== undefined) return;
    for (const field of table.fields) {
      const wrong = field.kind === 'bool' && !field.repeated ? 'true' : true;
      refused(table, { ...full, [field.name]: wrong }, `/${field.name}`, 'type');
    }
  });

  test(`${name}: a member of which the schema knows nothing`, () => {
    const value = { ...full, 'x-mine': { any: [1] } };
    if (table.open) {
      accepted(table, value);
    } else {
      refused(table, value, '/x-mine', 'unknown');
      accepted(table, value, 'output');
    }
  });
}

test('a number beside its limits', () => {
  const value = samples.TasksGetParams.minimal;
  refused(TasksGetParams, { ...value, historyLength: -1 }, '/historyLength', 'value');
  refused(TasksGetParams, { ...value, historyLength: 1.5 }, '/historyLength', 'type');
  refused(TasksGetParams, { ...value, historyLength: '1' }, '/historyLength', 'type');
  for (const historyLength of [0, -0, 256, 257, 2 ** 31, 1e300]) accepted(TasksGetParams, { ...value, historyLength });
});

test('text is counted in code points', () => {
  const max = p.A2A_MAX_TEXT_CHARS;
  accepted(Part, text('a'.repeat(max)));
  accepted(Part, text('\u{1f600}'.repeat(max)));
  refused(Part, text('a'.repeat(max + 1)), '/text', 'chars');
  refused(Part, text('\u{1f600}'.repeat(max) + 'a'), '/text', 'chars');
  assert.deepEqual(p.diagnose(Part, text('a'.repeat(max + 1)), '/params/message/parts/0'), {
    path: '/params/message/parts/0/text',
    reason: 'chars',
    text: `"text" has ${max + 1} code points; at most ${max} are accepted (A2A_MAX_TEXT_CHARS).`,
    error: 'A2A_PAYLOAD_TOO_LARGE',
    limit: 'textChars',
    max,
    actual: max + 1,
  });
});

test('ids are counted in bytes of UTF-8', () => {
  const max = p.A2A_MAX_ID_BYTES;
  accepted(Message, message({ messageId: 'é'.repeat(max / 2) }));
  refused(Message, message({ messageId: 'é'.repeat(max / 2) + 'a' }), '/messageId', 'bytes');
  accepted(Message, message({ messageId: '\u{1f600}'.repeat(max / 4) }));
  refused(Message, message({ messageId: '\u{1f600}'.repeat(max / 4 + 1) }), '/messageId', 'bytes');
  refused(Message, message({ messageId: '' }), '/messageId', 'bytes');
  refused(Message, message({ referenceTaskIds: ['ok', 'a'.repeat(max + 1)] }), '/referenceTaskIds/1', 'bytes');
});

test('items are counted', () => {
  const parts = (count: number) => message({ parts: new Array(count).fill(text('')) });
  accepted(Message, parts(p.A2A_MAX_PARTS));
  refused(Message, parts(0), '/parts', 'items');
  refused(Message, parts(p.A2A_MAX_PARTS + 1), '/parts', 'items');
});

test('base64 is padded, standard, and leaves no bits over', () => {
  const bytes = (value: string) => ({ kind: 'file', file: { bytes: value } });
  for (const good of ['', 'AA==', 'AAA=', 'AAAA', '+/+/', 'aGVsbG8=']) accepted(Part, bytes(good));
  for (const bad of [
    'A',
    'AA',
    'AAA',
    'AA=',
    'AB==',
    'AAB=',
    'AE==',
    'A===',
    '====',
    'AA==AAAA',
    '-_-_',
    'AA A',
    'AAAA\n',
    'éAAA',
  ]) {
    refused(Part, bytes(bad), '/file/bytes', 'base64');
  }
});

test('a file is measured decoded', () => {
  const max = p.A2A_MAX_FILE_BYTES;
  assert.equal(max % 3, 2);
  const atLimit = 'AAAA'.repeat((max - 2) / 3) + 'AAA=';
  accepted(Part, { kind: 'file', file: { bytes: atLimit } });
  const fault = p.diagnose(Part, { kind: 'file', file: { bytes: atLimit.slice(0, -1) + 'A' } });
  assert.deepEqual(
    [fault?.reason, fault?.error, fault?.limit, fault?.actual],
    ['bytes', 'A2A_PAYLOAD_TOO_LARGE', 'fileBytes', max + 1],
  );
});

test('unions: missing, null, wrong and unknown discriminators', () => {
  for (const kind of [undefined, null, 1, ['text'], 'Text', '', '__proto__', 'toString']) {
    refused(Part, { kind, text: 'a' }, '/kind', 'discriminator');
  }
  refused(Part, { text: 'a' }, '/kind', 'discriminator');
  refused(Part, { kind: 'text' }, '/text', 'required');
  refused(Part, { kind: 'data', data: [] }, '/data', 'type');
  refused(TaskEvent, { kind: 'status', final: true }, '/kind', 'discriminator');
  refused(TaskEvent, { ...samples.TaskEvent.minimal, text: 'a' }, '/text', 'unknown');
});

test('an arm on its own knows no discriminator', () => {
  refused(TaskStatusUpdateEvent, samples.TaskEvent.minimal, '/kind', 'unknown');
  accepted(p.tables.TextPart, text('a'));
});

test('tags: left out, null, right, wrong', () => {
  for (const kind of [undefined, null, 'message']) accepted(Message, message({ kind }));
  for (const kind of ['task', 1, '', {}]) refused(Message, message({ kind }), '/kind', 'tag');
  refused(Task, { ...samples.Task.full, kind: 'message' }, '/kind', 'tag');
});

test('of several faults the first by rank', () => {
  refused(SendParams, [], '', 'type');
  // Tag before fields, fields in schema order, then unknown members.
  refused(Message, { kind: 'x', role: 1, parts: [], y: 1 }, '/kind', 'tag');
  refused(Message, { parts: [], role: 1 }, '/role', 'type');
  refused(Message, { role: 'user', messageId: '', parts: [] }, '/parts', 'items');
  refused(SendParams, { zz: 1, message: samples.Message.minimal }, '/token', 'required');
  // Items before their number, and of two items the first.
  refused(Message, message({ parts: [text('a'), { kind: 'x' }, {}] }), '/parts/1/kind', 'discriminator');
  // Depth first: everything inside a member before the next member.
  refused(SendParams, { token: 't', message: message({ role: 'x' }), configuration: 1 }, '/message/role', 'enum');
});

test('of several unknown members the first by UTF-8 bytes', () => {
  // UTF-16 would put U+1F600 before U+FF5E.
  refused(TasksGetParams, { ...samples.TasksGetParams.minimal, '\u{1f600}': 1, '\uff5e': 1 }, '/\uff5e', 'unknown');
  refused(TasksGetParams, { ...samples.TasksGetParams.minimal, b: 1, a: 1, '': 1 }, '/', 'unknown');
  refused(TasksGetParams, { ...samples.TasksGetParams.minimal, 'a~/b': 1 }, '/a~0~1b', 'unknown');
});

test('a path does not repeat a very long name', () => {
  refused(
    TasksGetParams,
    { ...samples.TasksGetParams.minimal, ['x'.repeat(256)]: 1 },
    `/${'x'.repeat(256)}`,
    'unknown',
  );
  refused(TasksGetParams, { ...samples.TasksGetParams.minimal, ['x'.repeat(257)]: 1 }, '', 'unknown');
  refused(TasksGetParams, { ...samples.TasksGetParams.minimal, ['é'.repeat(129)]: 1 }, '', 'unknown');
});

test('members named like those of every object', () => {
  const hostile = JSON.parse('{"__proto__": {"id": "t1"}, "token": "t", "id": "t"}') as object;
  refused(TasksGetParams, hostile, '/__proto__', 'unknown');
  refused(TasksGetParams, { token: 't', id: 't', constructor: 1 }, '/constructor', 'unknown');
  // An inherited member is no member.
  refused(TasksGetParams, Object.create({ token: 't', id: 't' }), '/token', 'required');
  accepted(
    Message,
    JSON.parse('{"__proto__": 1, "role": "user", "messageId": "m", "parts": [{"kind": "text", "text": ""}]}'),
  );
});

test('undefined is absent', () => {
  accepted(TasksGetParams, { ...samples.TasksGetParams.minimal, historyLength: undefined, other: undefined });
  refused(TasksGetParams, { token: undefined, id: 't' }, '/token', 'required');
});

test('output: what the host always writes must be there, limits do not bind it', () => {
  const { artifacts: _, ...withoutArtifacts } = samples.Task.full as p.Task;
  refused(Task, withoutArtifacts, '/artifacts', 'required', 'output');
  refused(Task, { ...samples.Task.full, kind: undefined }, '/kind', 'tag', 'output');
  refused(p.tables.PushConfigGetResult, {}, '/config', 'required', 'output');
  accepted(p.tables.PushConfigGetResult, { config: null }, 'output');
  refused(Message, message({ to: null }), '/to', 'type', 'output');
  refused(Message, message({ kind: null }), '/kind', 'tag', 'output');
  accepted(Message, message({ parts: [], omitted: true }), 'output');
  refused(Message, message({ role: 'system' }), '/role', 'enum', 'output');
});

test('is narrows and parse throws', () => {
  const value: unknown = samples.Task.full;
  assert.ok(p.is(Task, value));
  assert.equal(value.status.state, 'working');
  assert.equal(p.parse(Task, value), value);
  assert.throws(
    () => p.parse(Task, { kind: 'task' }, '/result/task'),
    (error) =>
      error instanceof p.FaultError &&
      error.fault.path === '/result/task/id' &&
      error.message.includes('"id" is missing'),
  );
});

test('sentences name members and never values', () => {
  const secret = 'hunter2';
  for (const value of [{ token: [secret] }, { token: secret, id: { secret } }, { token: 't', id: '', state: secret }]) {
    assert.ok(!JSON.stringify(p.diagnose(p.tables.TasksStatusParams, value)).includes(secret));
  }
});
