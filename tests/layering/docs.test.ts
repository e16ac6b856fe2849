// docs/what-happens-if.md names for each row the test that proves it; a renamed or removed test turns this red.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/paths.js';

interface Row {
  what: string;
  file: string;
  name: string;
}

function rows(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| (.+?) \| .+ \| `([^`]+)` · (.+?) \|$/gm)].map(([, what = '', file = '', name = '']) => ({ what, file, name }));
}

/** The test file of a row, or undefined; names are of Node tests (.test.ts) or of GoogleTest (.cc). */
function proof({ file, name }: Row): string | undefined {
  for (const extension of ['.test.ts', '.cc']) {
    const source = path.join(root, 'tests', file + extension);
    if (!existsSync(source)) continue;
    const text = readFileSync(source, 'utf8');
    return extension === '.cc' ? [`, ${name})`].find((tail) => text.includes(tail)) : [...text.matchAll(/^ *test\(\s*(['"`])(.+?)\1,/gms)].map(([, , title = '']) => title).find((title) => title.includes(name));
  }
  return undefined;
}

test('every row of the page "What happens if…" names a test that is there', () => {
  const markdown = readFileSync(path.join(root, 'docs/what-happens-if.md'), 'utf8');
  const all = rows(markdown);
  const lines = markdown.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| …'));
  assert.equal(all.length, lines.length, 'a row has another form than the others');
  assert.ok(all.length >= 20);
  for (const row of all) assert.ok(proof(row) !== undefined, `${row.what}: no test "${row.name}" in tests/${row.file}`);
});

test('a row whose test is not there is noticed', () => {
  assert.equal(proof({ what: '', file: 'e2e/losing', name: 'the worker flew to the moon' }), undefined);
  assert.equal(proof({ what: '', file: 'e2e/no_such', name: 'x' }), undefined);
});
