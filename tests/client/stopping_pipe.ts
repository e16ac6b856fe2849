// Stands between client and daemon. At the first request that holds the text A2A_STOP_AT it does what a daemon does that
// gets a signal: it refuses this request as HOST_SHUTTING_DOWN, reads no later one, and ends when the daemon has ended in
// order. A2A_STOPPED names a file that remembers that it happened.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { errors } from '../../generated/ts/index.js';
import { LineReader } from '../../src/client/index.js';
import { binary } from '../support/paths.js';

const at = process.env['A2A_STOP_AT'] ?? '';
const happened = process.env['A2A_STOPPED'] ?? '';
const host = spawn(binary('a2a-hostd'), process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
let stopping = false;

const { code, name, retryable } = errors.HOST_SHUTTING_DOWN;
function refuse(request: string): void {
  const { id } = JSON.parse(request) as { id: string };
  const error = { code, message: 'the host is shutting down', data: { errorCode: name, retryable } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
}

const requests = new LineReader();
process.stdin.on('data', (chunk: Buffer) => {
  for (const line of requests.push(chunk)) {
    const text = line.toString('utf8');
    if (stopping) return;
    if (text.includes(at) && !existsSync(happened)) {
      stopping = true;
      writeFileSync(happened, text);
      refuse(text);
      host.stdin.end();
    } else host.stdin.write(`${text}\n`);
  }
});
process.stdin.on('end', () => host.stdin.end());
host.stdout.pipe(process.stdout);
host.once('close', (exit) => process.exit(exit ?? 1));
