// Stands between client and daemon and passes each byte on in a write of its own, both ways.
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { binary } from '../support/paths.js';

async function trickle(from: Readable, to: Writable): Promise<void> {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ++at) {
      await new Promise<void>((resolve) => to.write(chunk.subarray(at, at + 1), () => setImmediate(resolve)));
    }
  }
}

const host = spawn(binary('a2a-hostd'), process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
const ended = new Promise<number | null>((resolve) => host.once('exit', resolve));
const out = trickle(host.stdout, process.stdout);
await trickle(process.stdin, host.stdin);
host.stdin.end();
await out;
process.exitCode = (await ended) ?? 1;
