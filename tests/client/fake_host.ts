// A host that answers the handshake as A2A_FAKE says: {"results": [...], "lines": [...]}; each result answers one call
// ({"error": …} as an error), the lines are written first.
import readline from 'node:readline';

interface Fake {
  lines?: string[];
  results: unknown[];
}

const { lines = [], results } = JSON.parse(process.env['A2A_FAKE'] ?? '') as Fake;
for (const line of lines) process.stdout.write(`${line}\n`);
for await (const line of readline.createInterface(process.stdin)) {
  const { id } = JSON.parse(line) as { id: string };
  const result = results.shift();
  if (result === undefined) continue;
  process.stdout.write(
    `${JSON.stringify(typeof result === 'object' && result !== null && 'error' in result ? { jsonrpc: '2.0', id, ...result } : { jsonrpc: '2.0', id, result })}\n`,
  );
}
