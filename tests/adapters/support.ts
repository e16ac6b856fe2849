// What the adapters' tests share: examples started as anybody starts them, by one line of node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { deadlineMs, hostd, tempDir } from '../client/support.js';
import { root } from '../support/paths.js';

export function example(name: string): string {
  return path.join(root, 'build/ts/src/client/examples', `${name}.js`);
}

export function environment(t: TestContext, more: Record<string, string> = {}): Record<string, string> {
  const dir = tempDir(t);
  return { PATH: process.env['PATH'] ?? '', HOME: dir, TMPDIR: dir, A2A_HOSTD: hostd, ...more };
}

/** Runs `node NAME.js ARGS` to its end. */
export async function run(
  t: TestContext,
  name: string,
  args: string[] = [],
  more: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [example(name), ...args], {
    env: environment(t, more),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 3 * deadlineMs,
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, out, err };
}
