// One value, two readers: the TypeScript validators must say what the C++ decoder and Diagnose() say, by type, path,
// reason and sentence. `exceptions` lists what JSON.parse hides from TypeScript; each is checked to be one still.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import * as p from '../../generated/ts/index.js';
import type { Fault, TypeTable } from '../../generated/ts/index.js';
import { binary } from '../support/paths.js';
import { mutated, written } from './mutate.js';
import { samples } from './samples.js';
import type { TypeName } from './samples.js';
import { Random } from './support.js';

const names = Object.keys(p.tables) as TypeName[];

interface Case {
  type: TypeName;
  json: string;
}

type Verdict = Omit<Fault, 'actual'> | 'ok' | 'syntax';

function cpp(cases: readonly Case[]): Verdict[] {
  const input = cases.map(({ type, json }) => `${type}\t${json}\n`).join('');
  const run = spawnSync(binary('a2a-verdict'), { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  assert.equal(run.status, 0, run.error?.message ?? run.stderr);
  const lines = run.stdout.trimEnd().split('\n');
  assert.equal(lines.length, cases.length);
  return lines.map((line) => (line.startsWith('{') ? (JSON.parse(line) as Fault) : (line as 'ok' | 'syntax')));
}

function typescript({ type, json }: Case): Verdict {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'syntax';
  }
  const fault = p.diagnose(p.tables[type], value);
  if (fault === undefined) return 'ok';
  const { actual: _, ...verdict } = fault;
  return verdict;
}

/** Compares all verdicts; returns TypeScript's. */
function compare(cases: readonly Case[], note = ''): Verdict[] {
  const expected = cpp(cases);
  return cases.map((one, i) => {
    const verdict = typescript(one);
    assert.deepEqual(verdict, expected[i], `${note}${one.type}: ${one.json.slice(0, 2000)}`);
    return verdict;
  });
}

test('the C++ tool knows every type', () => {
  const run = spawnSync(binary('a2a-verdict'), ['--types'], { encoding: 'utf8' });
  assert.deepEqual(run.stdout.trim().split('\n'), [...names].sort());
});

test('samples, and anything that is no object', () => {
  const texts = (type: TypeName) =>
    [samples[type].minimal, samples[type].full, null, true, 0, '', []].map((value) => JSON.stringify(value));
  compare(names.flatMap((type) => texts(type).map((json) => ({ type, json }))));
});

test('every member of every type: absent, null, of every type, twice wrong', () => {
  const cases: Case[] = [];
  for (const type of names) {
    const full = samples[type].full as Record<string, unknown>;
    const table: TypeTable = p.tables[type];
    for (const { name } of table.discriminator === undefined ? table.fields : []) {
      for (const value of [undefined, null, true, 1, -1, 1.5, 'x', '', [], ['x'], [null], {}, { x: 1 }]) {
        cases.push({ type, json: JSON.stringify({ ...full, [name]: value }) });
        cases.push({ type, json: JSON.stringify({ zz: 1, ...full, [name]: value, aa: 1 }) });
      }
    }
    for (const kind of [undefined, null, '', 'x', 1]) cases.push({ type, json: JSON.stringify({ ...full, kind }) });
  }
  compare(cases);
});

test('limits, at and above', () => {
  const message = (change: object) => JSON.stringify({ ...samples.Message.minimal, ...change });
  const parts = (...list: object[]) => message({ parts: list });
  const text = (value: string) => parts({ kind: 'text', text: value });
  const file = (bytes: string) => parts({ kind: 'file', file: { bytes } });
  const big = 'AAAA'.repeat((p.A2A_MAX_FILE_BYTES - 2) / 3);
  const history = (historyLength: number | string) => `{"token":"t","id":"t","historyLength":${historyLength}}`;
  compare(
    [
      ...['a', 'é', '\u{1f600}', '\u2028', '\u0000'].flatMap((unit) => [16000, 16001].map((n) => text(unit.repeat(n)))),
      ...['a', 'é', '€', '\u{1f600}'].flatMap((unit) =>
        [64, 65, 85, 86, 128, 129, 256, 257].map((n) => message({ messageId: unit.repeat(n) })),
      ),
      ...[0, 1, 64, 65].map((n) => parts(...new Array<object>(n).fill({ kind: 'text', text: '' }))),
      ...[
        '',
        'A',
        'AA==',
        'AB==',
        'AE==',
        'AAA=',
        'AAB=',
        'AAAA',
        '====',
        'A===',
        '-_-_',
        'AA==AA==',
        'é===',
        'AAA\n',
      ].map(file),
      ...[`${big}AAA=`, `${big}AAAA`, `${big}AA==`].map(file),
    ].map((json) => ({ type: 'Message' as const, json })),
  );
  compare(
    [
      -1,
      0,
      1,
      255,
      256,
      257,
      '1.0',
      '1e2',
      '2.56E2',
      '10e-1',
      '1.5',
      '-0',
      '-0.0',
      '0e5',
      '1e400',
      '-1e400',
      '2147483648',
      '-2147483649',
      '9007199254740993',
      '123456789012345678901234567890',
    ].map((n) => ({ type: 'TasksGetParams' as const, json: history(n) })),
  );
  const generation = (value: string) =>
    JSON.stringify(samples.Task.full).replace('"generation":7', `"generation":${value}`);
  compare(
    ['9007199254740993', '-9223372036854775808', '9223372036854775808', '1e19', '1e400', '0.5', '5e17']
      .map(generation)
      .map((json) => ({ type: 'Task' as const, json })),
  );
});

test('names of members: escaped, hostile, long, ordered by UTF-8', () => {
  const params = (members: string) => ({ type: 'TokenParams' as const, json: `{${members}}` });
  const open = (members: string) => ({ type: 'TextPart' as const, json: `{${members}}` });
  compare([
    params('"t\\u006fken":"a"'),
    params('"\\u0074oken":1'),
    params('"token":"a","":1'),
    params('"token":"a","a/b":1,"a~b":1'),
    params('"token":"a","\u{1f600}":1,"\uff5e":1'),
    params('"token":"a","\\ud83d\\ude00":1,"\\uff5e":1'),
    params('"token":"a","__proto__":{"token":"b"}'),
    params('"__proto__":{"token":"b"}'),
    params('"token":"a","constructor":1'),
    params(`"token":"a","${'é'.repeat(128)}":1`),
    params(`"token":"a","${'é'.repeat(129)}":1`),
    params(`"token":"a","x${'é'.repeat(64)}":1`),
    params('"token":"a","\\u0000":1'),
    params('"token":"a","\\n\\t":1'),
    params('"token":"a","\u2028":1'),
    open('"text":"","__proto__":1'),
    open('"text":"","hasOwnProperty":1'),
    open('"text":"","metadata":{"__proto__":1}'),
    open('"toString":"a"'),
  ]);
});

test('seeded random damage', (t) => {
  const seed = Number(process.env['A2A_SEED'] ?? 20260101);
  t.diagnostic(`A2A_SEED=${seed}`);
  const random = new Random(seed);
  const cases: Case[] = [];
  for (let i = 0; i < 40_000; ++i) {
    const type = random.pick(names);
    cases.push({ type, json: written(mutated(samples[type][random.pick(['minimal', 'full'])], random), random) });
  }
  const verdicts = compare(cases, `A2A_SEED=${seed} `);
  // Damage that never reaches a rule would prove nothing about it.
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    const word = typeof verdict === 'string' ? verdict : verdict.reason;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
  for (const word of [
    'ok',
    'type',
    'required',
    'enum',
    'discriminator',
    'tag',
    'unknown',
    'range',
    'base64',
    'items',
    'bytes',
    'value',
  ]) {
    assert.ok((counts.get(word) ?? 0) >= 5, `${word}: ${counts.get(word) ?? 0} cases`);
  }
});

// What JSON.parse makes invisible, or what only the reader of a whole frame can see.
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const exceptions: { why: string; type: TypeName; json: string; cpp: string; ts: string }[] = [
  {
    why: 'JSON.parse keeps the last of equal names',
    type: 'TokenParams',
    json: '{"token":"a","token":"b"}',
    cpp: '/token duplicate',
    ts: 'ok',
  },
  {
    why: 'the same for a name written with escapes',
    type: 'TokenParams',
    json: '{"token":1,"t\\u006fken":"b"}',
    cpp: '/token duplicate',
    ts: 'ok',
  },
  {
    why: 'the same for the discriminator',
    type: 'Part',
    json: '{"kind":"text","kind":"text","text":""}',
    cpp: '/kind duplicate',
    ts: 'ok',
  },
  {
    why: 'the same for a tag',
    type: 'Message',
    json: `{"kind":"message","kind":"message",${JSON.stringify(samples.Message.minimal).slice(1)}`,
    cpp: '/kind duplicate',
    ts: 'ok',
  },
  {
    why: 'the same for a member that is not known',
    type: 'TextPart',
    json: '{"text":"","x":1,"x":2}',
    cpp: '/x duplicate',
    ts: 'ok',
  },
  {
    why: '2^63-1 rounds up to 2^63',
    type: 'ErrorData',
    json: '{"errorCode":"E","max":9223372036854775807}',
    cpp: 'ok',
    ts: '/max range',
  },
  {
    why: 'a fraction rounds away',
    type: 'ErrorData',
    json: '{"errorCode":"E","max":1.00000000000000000001}',
    cpp: '/max type',
    ts: 'ok',
  },
  {
    why: 'a number below the smallest double is 0',
    type: 'ErrorData',
    json: '{"errorCode":"E","max":1e-400}',
    cpp: '/max type',
    ts: 'ok',
  },
  {
    why: 'JSON.parse accepts half of a surrogate pair',
    type: 'TokenParams',
    json: '{"token":"\\ud800"}',
    cpp: 'syntax',
    ts: 'ok',
  },
  { why: 'the same in a name', type: 'TextPart', json: '{"text":"","\\udc00":1}', cpp: 'syntax', ts: 'ok' },
  {
    why: "the depth of free-form values is the frame's business",
    type: 'DataPart',
    json: `{"data":${deep(128)}}`,
    cpp: 'syntax',
    ts: 'ok',
  },
  {
    why: 'the same in a member that is not known',
    type: 'TextPart',
    json: `{"text":"","x":${deep(128)}}`,
    cpp: 'syntax',
    ts: 'ok',
  },
];

function short(verdict: Verdict): string {
  return typeof verdict === 'string' ? verdict : `${verdict.path} ${verdict.reason}`;
}

for (const one of exceptions) {
  test(`exception: ${one.why} (${one.type})`, () => {
    assert.notEqual(one.cpp, one.ts);
    assert.equal(short(cpp([one])[0] as Verdict), one.cpp);
    assert.equal(short(typescript(one)), one.ts);
  });
}

test('just within the depth of a frame both agree', () => {
  compare([{ type: 'DataPart', json: `{"data":${deep(127)}}` }]);
});
