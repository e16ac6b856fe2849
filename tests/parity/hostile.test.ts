// Hostile values, item by item: vectors show each, the two languages give the same verdict with the same path and
// reason, and where JSON.parse keeps TypeScript from seeing what C++ sees, a line of exceptions.json says why.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { Comparison } from '../../codegen/parity/compare.js';
import type { Runners } from '../../codegen/parity/compare.js';
import { Exceptions } from '../../codegen/parity/exceptions.js';
import type { Exception } from '../../codegen/parity/exceptions.js';
import { Protocol as Schema } from '../../codegen/parity/protocol.js';
import { processRunner, remembering, typescriptRunner } from '../../codegen/parity/runners.js';
import { readVectors } from '../../codegen/parity/vectors.js';
import type { Trait, Vector } from '../../codegen/parity/vectors.js';
import { binary, root } from '../support/paths.js';
import { ours, plans } from './support.js';
import type { Protocol } from './support.js';

interface Item {
  item: string;
  /** Names of its vectors. */
  name: RegExp;
  /** What C++ says of them; absent: they are accepted. */
  reason?: string;
  /** What keeps TypeScript from the same verdict, by exceptions.json; absent: nothing. */
  excused?: Trait;
  /** Only in the protocol with every kind of field. */
  plansOnly?: true;
}

const items: readonly Item[] = [
  { item: '__proto__ as an unknown member of a closed type', name: /^unknown: "__proto__"$/, reason: 'unknown' },
  { item: '__proto__ as an unknown member of an open type', name: /^unknown: "__proto__"$/ },
  { item: '__proto__ as a key of a map', name: /: key "__proto__"$/, plansOnly: true },
  { item: '__proto__ in free-form JSON', name: /: free-form, odd names$/ },
  { item: '20000 arrays deep', name: /^whole text: 20000 arrays deep$/, reason: 'parse', excused: 'depth' },
  { item: '20000 objects deep', name: /^whole text: 20000 objects deep$/, reason: 'parse', excused: 'depth' },
  {
    item: 'a recursive type 20000 times in itself',
    name: /^nested in itself 20000 times$/,
    reason: 'parse',
    excused: 'depth',
    plansOnly: true,
  },
  { item: 'a level too deep', name: /^whole text: too deep$/, reason: 'parse', excused: 'depth' },
  { item: 'free-form JSON as deep as may be', name: /^whole text: as deep as may be$/ },
  { item: 'a recursive type as deep as may be', name: /^nested in itself as deep as may be$/, plansOnly: true },
  { item: 'a member twice', name: /^\w+: twice$/, reason: 'duplicate', excused: 'duplicate' },
  { item: 'a member twice, once null', name: /^\w+: twice, once null$/, reason: 'duplicate', excused: 'duplicate' },
  { item: 'a key of a map twice', name: /: a key twice$/, reason: 'duplicate', excused: 'duplicate', plansOnly: true },
  { item: 'an unknown member twice', name: /^unknown: twice$/, reason: 'duplicate', excused: 'duplicate' },
  {
    item: 'an unknown member twice, one name escaped',
    name: /^unknown: twice, one name escaped$/,
    reason: 'duplicate',
    excused: 'duplicate',
  },
  { item: 'a name twice in free-form JSON', name: /: free-form, a name twice$/, excused: 'duplicate' },
  { item: 'a lone surrogate in a string', name: /: unpaired surrogates /, reason: 'parse', excused: 'surrogate' },
  {
    item: 'a lone surrogate in free-form JSON',
    name: /: free-form, an unpaired surrogate, /,
    reason: 'parse',
    excused: 'surrogate',
  },
  {
    item: 'a lone surrogate in a name',
    name: /^whole text: an unpaired surrogate in a name$/,
    reason: 'parse',
    excused: 'surrogate',
  },
  {
    item: 'a lone surrogate in a key of a map',
    name: /: a key with an unpaired surrogate$/,
    reason: 'parse',
    excused: 'surrogate',
    plansOnly: true,
  },
  { item: 'a surrogate in UTF-8', name: /^whole text: UTF-8 of a surrogate$/, reason: 'parse' },
  { item: '2^53-1', name: /: 9007199254740991$/ },
  { item: '2^53', name: /: 9007199254740992$/ },
  { item: '2^53+1', name: /: 9007199254740993$/, excused: 'inexact' },
  { item: '-2^53+1', name: /: -9007199254740991$/, plansOnly: true },
  { item: '-2^53-1', name: /: -9007199254740993$/, excused: 'inexact', plansOnly: true },
  { item: '2^53+1 where 32 bits are allowed', name: /: 9007199254740993$/, reason: 'range' },
  { item: '2^53-1 above a limit', name: /: 9007199254740991$/, reason: 'value', plansOnly: true },
  { item: '2^53+1 in free-form JSON', name: /: free-form, numbers$/, excused: 'inexact' },
  { item: 'an unknown arm', name: /^discriminator: "no-such-arm/, reason: 'discriminator' },
  { item: 'a known arm under an unknown value', name: /^arm .*: renamed$/, reason: 'discriminator' },
  { item: 'no discriminator', name: /^discriminator: absent$/, reason: 'discriminator' },
  { item: 'a known arm without a member', name: /^arm .*: without /, reason: 'required' },
  { item: 'a known arm with a wrong member', name: /^arm .*: wrong /, reason: 'type' },
];

const exceptionsFile = path.join(root, 'codegen/parity/exceptions.json');

function runnersOf(protocol: Protocol, cpp: string): Runners {
  const schema = Schema.read(path.join(protocol.generated, 'protocol.ir.json'));
  return {
    cpp: remembering(processRunner([binary(cpp)])),
    typescript: remembering(typescriptRunner(protocol.typescript)),
    parseError: schema.errorOfCode(-32700),
    invalidParams: schema.errorOfCode(-32602),
    shapeOf: (type) => schema.shapeOf(type),
  };
}

/** Runs vectors through both; the traits of exceptions.json that were needed. */
async function compared(runners: Runners, vectors: readonly Vector[]): Promise<Set<Trait>> {
  const exceptions = Exceptions.read(exceptionsFile);
  const comparison = new Comparison(runners, exceptions);
  await comparison.run(vectors);
  const [first] = comparison.mismatches;
  assert.equal(first, undefined, `${first?.vector.type} ${first?.vector.name}: ${first?.cpp} | ${first?.typescript}`);
  const all = JSON.parse(readFileSync(exceptionsFile, 'utf8')) as Exception[];
  const unused = new Set(exceptions.unused().map(({ check, trait }) => `${check} ${trait}`));
  return new Set(all.filter(({ check, trait }) => !unused.has(`${check} ${trait}`)).map(({ trait }) => trait));
}

for (const [protocol, cpp] of [
  [ours, 'a2a-parity-cpp'],
  [plans(), 'a2a-parity-cpp-plans'],
] as const) {
  const vectors = readVectors(path.join(protocol.generated, 'vectors')).filter(({ side }) => side === 'input');
  const shown = items
    .filter(({ plansOnly }) => plansOnly !== true || protocol !== ours)
    .map((item) => {
      const shows = ({ name, refusal }: Vector): boolean => item.name.test(name) && refusal?.reason === item.reason;
      return { ...item, vectors: vectors.filter(shows) };
    });
  const runners = runnersOf(protocol, cpp);
  // One run of each program; the tests below ask for answers that are there already.
  before(() => compared(runners, shown.flatMap((item) => item.vectors)));

  for (const { item, excused, vectors: chosen } of shown) {
    test(`${item}, in ${protocol.name}`, async () => {
      assert.notEqual(chosen.length, 0, 'no vector shows it');
      assert.deepEqual([...(await compared(runners, chosen))], excused === undefined ? [] : [excused]);
    });
  }
}
