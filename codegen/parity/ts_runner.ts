// What the generated TypeScript validators make of texts: the other runner of the parity driver (runner.cc tells the
// format). Arguments: the compiled index.js of the generated modules, then `contract` or nothing.
//
// SIDE "input": as the host looks at what a client sends; "output": as a client looks at what the host sends. What
// comes back with "ok" is what JSON.stringify makes of the value, as a client would send it.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Fault, TypeTable } from '../../generated/ts/index.js';

interface Generated {
  readonly contractHash: string;
  readonly diagnose: (type: TypeTable, value: unknown, basePath: string, side: 'input' | 'output') => Fault | undefined;
  readonly [name: string]: unknown;
}

const invalid = Symbol('invalid');
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function read(text: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(text));
  } catch {
    return invalid;
  }
}

function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function fault(reason: string, max: number, actual: number, texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  return Buffer.from(`fault ${[reason, max, actual, ...sizes].join(' ')}\n${texts.join('')}`);
}

function answer(generated: Generated, table: TypeTable, side: 'input' | 'output', input: Buffer): Buffer {
  const value = read(input);
  if (value === invalid) return fault('parse', -1, -1, ['', '', '', '']);
  const found = generated.diagnose(table, value, '', side);
  if (found !== undefined) {
    const { path, reason, text: sentence, error = '', limit = '', max = -1, actual = -1 } = found;
    return fault(reason, max, actual, [path, error, limit, sentence]);
  }
  const text = write(value);
  // JSON.stringify recurses, and throws when the stack does not reach: a client cannot send that.
  if (text === undefined) return fault('depth', -1, -1, ['', '', '', 'The value is nested too deep to be written.']);
  const written = Buffer.from(text);
  return Buffer.concat([Buffer.from(`ok ${written.length}\n`), written]);
}

function tablesOf(generated: Generated): Map<string, TypeTable> {
  const tables = new Map<string, TypeTable>();
  for (const value of Object.values(generated)) {
    if (typeof value === 'object' && value !== null && 'fields' in value && 'name' in value) {
      const table = value as TypeTable;
      tables.set(table.name, table);
    }
  }
  return tables;
}

async function stdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const index = createRequire(import.meta.url).resolve(process.argv[2] ?? '');
const generated = (await import(pathToFileURL(index).href)) as Generated;

async function answerAll(): Promise<void> {
  const tables = tablesOf(generated);
  const input = await stdin();
  const answers: Buffer[] = [];
  for (let at = 0; at < input.length;) {
    const end = input.indexOf(10, at);
    const [type = '', side, size] = input.toString('utf8', at, end).split(' ');
    const table = tables.get(type);
    if (table === undefined || (side !== 'input' && side !== 'output')) throw new Error(`bad request for ${type}`);
    at = end + 1 + Number(size);
    answers.push(answer(generated, table, side, input.subarray(end + 1, at)));
  }
  process.stdout.write(Buffer.concat(answers));
}

if (process.argv[3] === 'contract') console.log(generated.contractHash);
else await answerAll();
