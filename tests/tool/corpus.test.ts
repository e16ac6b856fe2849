// Every call of the corpus does the right thing, or is refused with a call that, copied from the text, does it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import path from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Client } from '../../src/client/index.js';
import { hostd } from '../client/support.js';
import { cases } from './corpus.js';
import './corpus_calls.js';
import './corpus_repairs.js';
import './corpus_frames.js';
import { recommended, world } from './world.js';

/** Kinds whose calls are done in spite of how they are written: the result says what was made of them. */
const understood = new Set(['alias', 'misspelt key', 'action in another case', 'A2A message', 'outcome in other words']);

interface Score {
  calls: number;
  done: number;
  repaired: number;
}

describe(`${cases.length} calls as models make them`, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'a2a-corpus-'));
  const scores = new Map<string, Score>();
  let client: Client;
  before(async () => {
    client = await Client.connect({ name: 'corpus', binary: hostd, db: path.join(dir, 'host.db'), args: ['--durability', 'normal'] });
  });
  after(async () => {
    await client.dispose();
    rmSync(dir, { recursive: true, force: true });
  });

  cases.forEach(({ kind, call, by, effect }, at) => {
    test(`${kind} ${at}: ${String(call.length === 0 ? JSON.stringify(call({} as never)) : call).slice(0, 110)}`, async () => {
      const score = scores.get(kind) ?? { calls: 0, done: 0, repaired: 0 };
      scores.set(kind, score);
      score.calls += 1;
      const w = await world(client);
      try {
        const args = call(w);
        const first = await w.tool.execute(args);
        assert.equal(first.isError, by === 'repair', first.text);
        if (understood.has(kind)) assert.match(first.text, /^Understood: /m, 'what was changed is mentioned');
        if (!first.isError) {
          await effect(w, first);
          score.done += 1;
          return;
        }
        const next = recommended(first.text);
        assert.ok(next !== undefined, `no call is recommended: ${first.text}`);
        assert.notDeepEqual(next, args, 'the refused call is recommended again');
        const second = await w.tool.execute(next);
        assert.ok(!second.isError, `${first.text}\n-- then --\n${second.text}`);
        await effect(w, second);
        score.repaired += 1;
      } finally {
        await w.end();
      }
    });
  });

  test('all of them came right', (t) => {
    assert.ok(cases.length >= 150, `only ${cases.length} calls`);
    let wrong = 0;
    for (const [kind, { calls, done, repaired }] of scores) {
      wrong += calls - done - repaired;
      const refused = calls - done;
      t.diagnostic(
        `${kind}: ${calls} calls, ${done} done at once, ${repaired} of ${refused} refused ones repaired (${refused === 0 ? 100 : Math.round((100 * repaired) / refused)} %)`,
      );
    }
    assert.equal(wrong, 0);
    assert.equal(
      [...scores.values()].reduce((sum, { calls }) => sum + calls, 0),
      cases.length,
    );
  });
});
