// No text and no value of the tool holds a token or a resume secret.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { connect, hostd, tempDir } from '../client/support.js';
import { cases } from './corpus.js';
import './corpus_calls.js';
import './corpus_repairs.js';
import './corpus_frames.js';
import { world } from './world.js';

test('tokens and secrets are in no result', async (t) => {
  // What the host writes is copied to a file, which is how this test knows the secrets at all.
  const dir = tempDir(t);
  const copy = path.join(dir, 'frames');
  const wrapper = path.join(dir, 'host');
  writeFileSync(wrapper, `#!/bin/sh\n'${hostd}' "$@" | tee -a '${copy}'\n`);
  chmodSync(wrapper, 0o755);
  const client = await connect(t, { binary: wrapper });
  const w = await world(client, {});
  const texts: string[] = [];
  for (const { call } of cases.filter((_, at) => at % 3 === 0)) {
    const result = await w.tool.execute(call(w));
    texts.push(result.text, JSON.stringify(result.value), inspect(result, { depth: 10 }), w.tool.description);
  }
  texts.push(inspect(w.tool, { depth: 10, showHidden: true }));
  const secrets = [...readFileSync(copy, 'utf8').matchAll(/"(?:token|resumeSecret)":"([^"]{20,})"/g)].map(([, secret]) => secret ?? '');
  assert.ok(secrets.length >= 6, `only ${secrets.length} secrets were seen`);
  for (const secret of secrets) for (const text of texts) assert.ok(!text.includes(secret), text.slice(0, 300));
});
