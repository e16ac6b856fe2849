// Every example plays through with one line: node FILE, and A2A_HOSTD.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/paths.js';
import { hostd } from './support.js';

const folder = path.join(root, 'build/ts/src/client/examples');

/** What each prints, besides ending with exit code 0. */
const says: Record<string, RegExp[]> = {
  conversation: [
    /planner +discovers coder/,
    /file sketch\.md/,
    /input-required/,
    /refuses .*A2A_UNKNOWN_AGENT/,
    /completed \(final\)/,
    /canceled \(final\)/,
    /is back as coder/,
  ],
  round_trip: [/asker +hears that T1 is completed: "42"/],
  kill_and_recover: [/scribe +wrote 40 sentences down, each once, while the host was killed and came back [1-9]/],
  input_required: [/lead +is asked: "One object per line, or one array\?"/, /coder +Done, see patch\.diff\./],
  deadlock_refused: [/right +may not wait for left: /, /right +has both halves/],
  ten_agents: [/agent9 +of session0 served 9 tasks and had 9 answers/],
  parent_inbox: [/turn +\[from api · parent · other session · T1 · not from the user\]/, /turn +What shall I do next\?/],
};

async function play(name: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [path.join(folder, `${name}.js`)], { env: { ...process.env, A2A_HOSTD: hostd } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { code: await new Promise((resolve) => child.once('close', resolve)), output };
}

for (const [name, lines] of Object.entries(says)) {
  test(`example ${name}`, async () => {
    const { code, output } = await play(name);
    assert.equal(code, 0, output);
    for (const line of lines) assert.match(output, line);
    const db = /database (\S+)$/m.exec(output)?.[1];
    if (name === 'conversation') assert.ok(db !== undefined && existsSync(db), output);
  });
}

/** Examples of adapters need their libraries: the suite of adapters plays them. The rest is shared by examples. */
function playedElsewhere(name: string): boolean {
  const adapters = path.join(root, 'tests/adapters');
  const examples = path.join(root, 'src/client/examples');
  const text = (dir: string): string =>
    readdirSync(dir)
      .filter((file) => file.endsWith('.ts') && file !== `${name}.ts`)
      .map((file) => readFileSync(path.join(dir, file), 'utf8'))
      .join('\n');
  return text(adapters).includes(`'${name}'`) || text(examples).includes(`'./${name}.js'`) || text(examples).includes(`${name}.js`);
}

test('every example is played', () => {
  const there = readdirSync(folder).flatMap((file) => /^(\w+)\.js$/.exec(file)?.[1] ?? []);
  const missing = there.filter((name) => says[name] === undefined && !playedElsewhere(name));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    Object.keys(says).filter((name) => !there.includes(name)),
    [],
  );
  assert.equal(playedElsewhere('no_such_example'), false);
});
