// Stands between client and daemon. The reply to the first request that says "lose the reply" never arrives: when it
// comes, the daemon is killed. A2A_LOST names a file that remembers that it happened.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { LineReader } from '../../src/client/index.js';
import { binary } from '../support/paths.js';

const happened = process.env['A2A_LOST'] ?? '';
const host = spawn(binary('a2a-hostd'), process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
let doomed: string | undefined;

const requests = new LineReader();
process.stdin.on('data', (chunk: Buffer) => {
  for (const line of requests.push(chunk)) {
    const text = line.toString('utf8');
    if (text.includes('lose the reply') && !existsSync(happened)) doomed = (JSON.parse(text) as { id: string }).id;
    host.stdin.write(`${text}\n`);
  }
});
process.stdin.on('end', () => host.stdin.end());

const replies = new LineReader();
host.stdout.on('data', (chunk: Buffer) => {
  for (const line of replies.push(chunk)) {
    const text = line.toString('utf8');
    if (doomed !== undefined && (JSON.parse(text) as { id?: string }).id === doomed) {
      writeFileSync(happened, text);
      host.kill('SIGKILL');
      return;
    }
    process.stdout.write(`${text}\n`);
  }
});
host.once('exit', (code) => process.exit(code ?? 1));
