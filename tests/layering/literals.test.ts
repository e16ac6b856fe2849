// No name and no number of the protocol is typed a second time: methods, notifications, error names and codes, bound
// names and values, states come from the schema, so src/ holds none of them as a literal.
import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readIr, root, type Ir } from '../support/paths.js';
import { lineOf, readSources, withoutComments, type Source } from './sources.js';

const handwritten = /\.(?:cc|h|ts|mjs|js)$/;

interface Forbidden {
  names: Set<string>;
  numbers: Set<string>;
}

function forbiddenOf(ir: Ir): Forbidden {
  const names = new Set<string>();
  const numbers = new Set<string>();
  for (const service of ir.services) for (const method of service.methods) names.add(method.name);
  for (const error of ir.errors) {
    names.add(error.name);
    numbers.add(String(error.code));
  }
  for (const bound of ir.bounds) {
    names.add(bound.name);
    // Values that mean much else too (300, 10000, powers of two up to 1 MiB) cannot be told apart; the telling ones can.
    const value = bound.value ?? 0;
    const round = /^10*$/.test(String(value)) || (value <= 1 << 20 && (value & (value - 1)) === 0);
    if (value >= 2000 && !round) numbers.add(String(value));
  }
  for (const type of ir.enums) if (type.is_state === true) for (const value of type.values) names.add(value.wire);
  return { names, numbers };
}

/** Literals of the protocol in handwritten code, as `file:line: literal`. */
function literals(sources: readonly Source[], forbidden: Forbidden): string[] {
  const found: string[] = [];
  for (const { file, text } of sources) {
    const code = withoutComments(text);
    for (const match of code.matchAll(/"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g)) {
      const literal = match[1] ?? match[2] ?? match[3] ?? '';
      // A name inside a longer text counts as well, e.g. "call a2a.tasks.get"; states are plain words, so they
      // count only when they are the whole literal.
      const words = literal.split(/[^A-Za-z0-9_.]+/).map((word) => word.replace(/\.$/, ''));
      if (forbidden.names.has(literal) || words.some((word) => /[._]/.test(word) && forbidden.names.has(word))) {
        found.push(`${file}:${lineOf(text, match.index)}: ${match[0]}`);
      }
    }
    const bare = withoutComments(text, false);
    for (const match of bare.matchAll(/(?<![\w.])-?\d[\d']*(?![\w.])/g)) {
      const number = match[0].replaceAll("'", '');
      if (forbidden.numbers.has(number)) found.push(`${file}:${lineOf(text, match.index)}: ${match[0]}`);
    }
    // A member of an enum or map addressed by name, such as errors.A2A_SEND_CAP, is the generated constant and fine.
  }
  return found;
}

const forbidden = forbiddenOf(readIr());

test('src/ types no method, notification, error, bound or state of the protocol', () => {
  const sources = readSources(root, 'src', handwritten).filter(({ file }) => !file.startsWith('src/client/'));
  assert.ok(sources.length > 20, `only ${sources.length} sources were found`);
  assert.deepEqual(literals(sources, forbidden), []);
});

test('src/client types none either; states are the exception, since the compiler checks them against the schema', () => {
  const states = new Set(readIr().enums.flatMap((type) => type.values.map((value) => value.wire)));
  const names = new Set([...forbidden.names].filter((name) => !states.has(name)));
  const sources = readSources(root, 'src/client', handwritten);
  assert.ok(sources.length >= 5);
  assert.deepEqual(literals(sources, { names, numbers: forbidden.numbers }), []);
});

test('the names come from the schema and are all there', () => {
  for (const name of ['app.handshake', 'a2a.message.send', 'a2a.task.event', 'a2a.push', 'A2A_UNKNOWN_TOKEN',
    'STORE_UNAVAILABLE', 'A2A_MAX_TEXT_CHARS', 'input-required']) {
    assert.ok(forbidden.names.has(name), name);
  }
  for (const number of ['1400', '-32602', '1012', '16000', '20971520']) assert.ok(forbidden.numbers.has(number), number);
});

const planted: [text: string, says: RegExp][] = [
  ...[...forbidden.names].map((name): [string, RegExp] => [`const char* s = "${name}";`, /x\.cc:2/]),
  ...[...forbidden.numbers].map((number): [string, RegExp] => [`return Fail(${number});`, /x\.cc:2/]),
  ['Log("call a2a.tasks.get again");', /a2a\.tasks\.get/],
  ['int max = 20\'971\'520;', /20'971'520/],
];

test(`each of ${planted.length} planted literals turns the check red`, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'a2a-literals-'));
  try {
    mkdirSync(path.join(dir, 'src/rpc'), { recursive: true });
    for (const [text, says] of planted) {
      writeFileSync(path.join(dir, 'src/rpc/x.cc'), `// a2a.tasks.get and 1400 in a comment are fine\n${text}\n`);
      const found = literals(readSources(dir, 'src', handwritten), forbidden);
      assert.match(found.join('\n'), says, text);
      assert.equal(found.length, 1, text);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
});
