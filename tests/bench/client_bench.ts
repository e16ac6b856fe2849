// One durable send with nothing else in flight, through the TypeScript client, beside the floor F of the same disk in the
// same run: appending the bytes that the daemon appends to its WAL, and fdatasync.
//   A2A_HOSTD=… node build/ts/tests/bench/client_bench.js [ROUNDS] [SENDS PER ROUND]
// Needs a quiet machine. Exit code 1 when the target is missed.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cardFromSubagentDefinition, Client, type Agent } from '../../src/client/index.js';

const targetMicros = 250;
const rounds = Number(process.argv[2] ?? 5);
const sends = Number(process.argv[3] ?? 200);
const perRun = 100;

const dir = mkdtempSync(path.join(process.env['A2A_BENCH_DIR'] ?? tmpdir(), 'a2a-client-bench-'));
const db = path.join(dir, 'host.db');

/** Microseconds of each of `count` runs of `once`, one after the other. */
async function measure(count: number, once: (number: number) => Promise<void> | void): Promise<number[]> {
  const micros: number[] = [];
  for (let number = 0; number < count; ++number) {
    const start = process.hrtime.bigint();
    await once(number);
    micros.push(Number(process.hrtime.bigint() - start) / 1000);
  }
  return micros;
}

function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const median = (values: number[]): number => percentile(values, 0.5);

const client = await Client.connect({ name: 'bench', db });
const register = (name: string): Promise<Agent> => client.register(cardFromSubagentDefinition({ name }), { contextId: 'bench' });
const [asker, worker] = [await register('asker'), await register('worker')];
const task = await asker.send({ to: worker.id, text: 'open' });
const text = 'x'.repeat(500);

async function send(number: number): Promise<void> {
  await asker.send({ task, text: `${number} ${text}` });
}

/** Sends in runs of which each is allowed, and what they caused taken in between. */
async function sendAll(count: number): Promise<number[]> {
  const micros: number[] = [];
  while (micros.length < count) {
    await asker.newRun();
    micros.push(...(await measure(Math.min(perRun, count - micros.length), send)));
    while (worker.pending.length > 0) await worker.wait({ seconds: 0 });
    await client.app.health();
  }
  return micros;
}

/** Frames in the WAL, of 24 bytes and a page each: a field of the header that SQLite shares through the -shm file. */
const walBytes = (): number => readFileSync(`${db}-shm`).readUInt32LE(16) * (24 + 4096);

/** A client sends into a host that had a quiet moment before: the WAL's file then stops growing. */
async function quietMoment(): Promise<void> {
  const size = (): number => statSync(`${db}-wal`).size;
  for (let tries = 0, was = -1; tries < 20 && (size() !== was || tries < 4); ++tries) {
    was = size();
    await pause(250);
  }
}

await sendAll(perRun);
await asker.newRun();
const before = walBytes();
const sample = await measure(20, send);
const bytes = Math.max(4096, Math.round((walBytes() - before) / sample.length));

const file = openSync(path.join(dir, 'floor'), 'w');
const block = Buffer.alloc(bytes, 0x61);
const floors: number[][] = [];
const ours: number[][] = [];
for (let round = 0; round < rounds; ++round) {
  floors.push(
    await measure(sends, () => {
      writeSync(file, block);
      fdatasyncSync(file);
    }),
  );
  await quietMoment();
  ours.push(await sendAll(sends));
}
closeSync(file);
await client.dispose();
rmSync(dir, { recursive: true });

const show = (name: string, samples: number[][]): void => {
  const [p50, p99] = [median(samples.map(median)), median(samples.map((one) => percentile(one, 0.99)))];
  console.log(`${name.padEnd(44)} p50 ${p50.toFixed(0).padStart(7)} µs   p99 ${p99.toFixed(0).padStart(7)} µs`);
};
show(`F: append of ${bytes} bytes and fdatasync`, floors);
show('one durable send through the client', ours);
const over = median(ours.map(median)) - median(floors.map(median));
console.log(`p50 is F + ${over.toFixed(0)} µs; target: F + ${targetMicros} µs   ${over <= targetMicros ? 'ok' : 'MISSED'}`);
process.exitCode = over <= targetMicros ? 0 : 1;
