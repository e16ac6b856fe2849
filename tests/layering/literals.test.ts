// No name and no number of the protocol is typed a second time: methods, notifications, error names and codes, bound
// names and values, words of enums, JSON Pointers to members come from the schema, so src/ holds none of them as a literal.
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
  /** What the wire calls the parties of a task: not even as a word of a sentence. */
  parties: Set<string>;
  /** First steps of JSON Pointers. */
  steps: Set<string>;
}

/** Literals that mean something else, or are the home of it. */
const elsewhere: Record<string, RegExp> = {
  // The member of JSON-RPC that every pointer begins with.
  'src/base/path.h': /^\/params$/,
  // Columns of the store.
  'src/store/sql.cc': /\b(?:requester|worker)\b/,
  // How logs call a fault of the store.
  'src/store/fault.cc': /^(?:none|unknown)$/,
  // Why a text is refused.
  'src/json/diagnose.cc': /^unknown$/,
};

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
  for (const type of ir.enums) for (const value of type.values) names.add(value.wire);
  const parties = new Set(ir.enums.find(({ name }) => name === 'TaskRole')?.values.map(({ wire }) => wire));
  const members = ir.types.flatMap((type) => (type.fields ?? []).filter(({ arm }) => arm === undefined));
  return { names, numbers, parties, steps: new Set(['params', ...members.map((member) => member.wire_name)]) };
}

function isPointer(literal: string, steps: ReadonlySet<string>): boolean {
  const [, step] = /^\/([\w-]+)[\w/-]*$/.exec(literal) ?? [];
  return step !== undefined && steps.has(step);
}

/** Literals of the protocol in handwritten code, as `file:line: literal`. */
function literals(sources: readonly Source[], forbidden: Forbidden): string[] {
  const found: string[] = [];
  for (const { file, text } of sources) {
    const code = withoutComments(text);
    for (const match of code.matchAll(/"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g)) {
      const literal = match[1] ?? match[2] ?? match[3] ?? '';
      if (elsewhere[file]?.test(literal) === true) continue;
      // A name inside a longer text counts as well, e.g. "call a2a.tasks.get"; those of enums are plain words, so they
      // count only when they are the whole literal, except for the parties.
      const words = literal.split(/[^A-Za-z0-9_.]+/).map((word) => word.replace(/\.$/, ''));
      const named = (word: string): boolean =>
        (/[._]/.test(word) && forbidden.names.has(word)) || forbidden.parties.has(word);
      if (forbidden.names.has(literal) || isPointer(literal, forbidden.steps) || words.some(named)) {
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

test('src/ types no method, notification, error, bound, enum word or pointer of the protocol', () => {
  const sources = readSources(root, 'src', handwritten).filter(({ file }) => !file.startsWith('src/client/'));
  assert.ok(sources.length > 20, `only ${sources.length} sources were found`);
  assert.deepEqual(literals(sources, forbidden), []);
});

test('src/client types none either; words of enums are the exception, which the compiler checks against the schema', () => {
  const enums = new Set(readIr().enums.flatMap((type) => type.values.map((value) => value.wire)));
  const names = new Set([...forbidden.names].filter((name) => !enums.has(name)));
  const sources = readSources(root, 'src/client', handwritten);
  assert.ok(sources.length >= 5);
  assert.deepEqual(literals(sources, { ...forbidden, names, parties: new Set() }), []);
});

test('the names come from the schema and are all there', () => {
  for (const name of ['app.handshake', 'a2a.message.send', 'a2a.task.event', 'a2a.push', 'A2A_UNKNOWN_TOKEN',
    'STORE_UNAVAILABLE', 'A2A_MAX_TEXT_CHARS', 'input-required', 'requester', 'subagent']) {
    assert.ok(forbidden.names.has(name), name);
  }
  assert.deepEqual([...forbidden.parties].sort(), ['requester', 'worker']);
  for (const step of ['params', 'message', 'configuration', 'seqs']) assert.ok(forbidden.steps.has(step), step);
  for (const number of ['1400', '-32602', '1012', '16000', '20971520']) assert.ok(forbidden.numbers.has(number), number);
});

const planted: [text: string, says: RegExp][] = [
  ...[...forbidden.names].map((name): [string, RegExp] => [`const char* s = "${name}";`, /x\.cc:2/]),
  ...[...forbidden.numbers].map((number): [string, RegExp] => [`return Fail(${number});`, /x\.cc:2/]),
  ['Log("call a2a.tasks.get again");', /a2a\.tasks\.get/],
  ['int max = 20\'971\'520;', /20'971'520/],
  ['constexpr absl::string_view kToPath = "/params/message/to";', /message\/to/],
  ['absl::StrCat("/params/seqs/", i);', /seqs/],
  ['absl::StrCat(prefix, "/configuration/blocking");', /blocking/],
  ['Refuse(kPath, "only the requester of a task can wait");', /requester/],
  ['return party == Party::kRequester ? kAsking : "worker";', /worker/],
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
