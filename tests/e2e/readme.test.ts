// The README's tour, taken as it is written there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/paths.js';
import { Host, tempDir } from './support/host.js';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp('^```' + language + '\\n([\\s\\S]*?)^```$', 'gm'))].map((match) => match[1] ?? '');
}

interface TourReply {
  id: number;
  error?: unknown;
  result?: { token?: string; task?: { id: string; status: { state: string } } };
}

async function takeTour(host: Host, lines: string[]): Promise<string[]> {
  const words = new Map<string, string>();
  const seen: string[] = [];
  for (const line of lines) {
    const frame = [...words].reduce((text, [word, value]) => text.replaceAll(`"${word}"`, `"${value}"`), line);
    const reply = (await host.ask(frame)) as unknown as TourReply;
    assert.equal(reply.error, undefined, `${line}\n${JSON.stringify(reply)}`);
    if (reply.result?.token !== undefined) words.set(words.has('ADA') ? 'BOB' : 'ADA', reply.result.token);
    if (reply.result?.task !== undefined) {
      words.set('TASK', reply.result.task.id);
      seen.push(reply.result.task.status.state);
    }
  }
  return seen;
}

test('the five-minute tour works as it is written, twice on one file', async (t) => {
  const lines = blocks('json').flatMap((block) => block.trim().split('\n'));
  assert.equal(lines.length, 5);
  const db = path.join(tempDir(t), 'tour.db');
  const host = await Host.start(t, { db, handshake: false });
  assert.deepEqual(await takeTour(host, lines), ['submitted', 'completed']);
  await host.end();
  const again = await Host.start(t, { db, handshake: false });
  assert.deepEqual(await takeTour(again, lines), ['completed', 'completed']);
  await again.end();

  const query = /^sqlite3 \S+ '([^']+)'$/m.exec(blocks('sh').join('\n'))?.[1];
  assert.ok(query !== undefined);
  const kept = execFileSync('sqlite3', [db, query], { encoding: 'utf8' });
  assert.match(kept, /m1.*6 × 7/);
  assert.match(kept, /m2.*42/);
});

test('every path that the README links to is there', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map((match) => match[1] ?? '');
  assert.ok(links.length > 0);
  for (const link of links) assert.ok(existsSync(path.join(root, link)), link);
});

test('every make target that the README names exists', () => {
  const makefile = readFileSync(path.join(root, 'Makefile'), 'utf8');
  const named = [...readme.matchAll(/make ([a-z-]+)/g)].map((match) => match[1] ?? '');
  const targets = named.filter((name) => readme.includes('`make ' + name) || readme.includes('\nmake ' + name));
  assert.ok(targets.length > 2);
  for (const target of targets) assert.match(makefile, new RegExp(`^${target}:`, 'm'));
});
