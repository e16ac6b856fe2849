// The two runners as child processes: texts in, answers out, in order. runner.cc tells the format.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Refusal, Side } from './vectors.js';

export interface Request {
  readonly type: string;
  readonly side: Side;
  readonly text: Buffer;
}

export type Answer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: Refusal; readonly sentence: string };

/** Answers requests, in their order. */
export type Runner = (requests: readonly Request[]) => Promise<Answer[]>;

/** Something that says nothing about the codecs: a runner that is not there, dies, or talks nonsense. */
export class HarnessFault extends Error {}

function parseAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  let at = 0;
  const text = (size: number): string => {
    if (!(size >= 0) || at + size > bytes.length) throw new HarnessFault("a runner's answer is cut off");
    at += size;
    return bytes.toString('utf8', at - size, at);
  };
  while (at < bytes.length) {
    const words = text(bytes.indexOf(10, at) - at).split(' ');
    ++at;
    if (words[0] === 'ok') {
      answers.push({ ok: true, value: text(Number(words[1])) });
    } else if (words[0] === 'fault' && words.length === 8) {
      const [, reason = '', max, actual, ...sizes] = words;
      const [path = '', error = '', limit = '', sentence = ''] = sizes.map((size) => text(Number(size)));
      const bound = {
        ...(limit !== '' && { limit }),
        ...(max !== '-1' && { max: Number(max), actual: Number(actual) }),
      };
      answers.push({ ok: false, refusal: { path, reason, error, ...bound }, sentence });
    } else {
      throw new HarnessFault(`a runner answers ${words.join(' ').slice(0, 200)}`);
    }
  }
  return answers;
}

/** A runner that starts `command` for each batch of requests. */
export function processRunner(command: readonly [string, ...string[]]): Runner {
  return async (requests) => {
    const [program, ...args] = command;
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    // A runner that dies early is told by its exit code.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', (error) => reject(new HarnessFault(`cannot start ${program}: ${error.message}`)));
      child.on('close', resolve);
    });
    for (const { type, side, text } of requests) {
      child.stdin.write(`${type} ${side} ${text.length}\n`);
      child.stdin.write(text);
    }
    child.stdin.end();
    const code = await ended;
    if (code !== 0) {
      const words = Buffer.concat(err).toString().trim().slice(-500);
      throw new HarnessFault(`${command.join(' ')} ended with ${code ?? 'a signal'}: ${words}`);
    }
    const answers = parseAnswers(Buffer.concat(out));
    if (answers.length !== requests.length) {
      throw new HarnessFault(`${program} answered ${answers.length} of ${requests.length} requests`);
    }
    return answers;
  };
}

/** Arguments of Node that start the runner of TypeScript modules; `index` is their compiled index.js. */
export function typescriptCommand(index: string): [string, ...string[]] {
  return [process.execPath, fileURLToPath(new URL('./ts_runner.js', import.meta.url)), index];
}

/** The runner of TypeScript modules; `index` is their compiled index.js. */
export function typescriptRunner(index: string): Runner {
  return processRunner(typescriptCommand(index));
}

/** Remembers answers, so that a text that was asked before is not run again. */
export function remembering(runner: Runner): Runner {
  const known = new Map<string, Answer>();
  const key = ({ type, side, text }: Request): string => {
    return `${type} ${side} ${text.length} ${createHash('sha256').update(text).digest('base64')}`;
  };
  return async (requests) => {
    const keys = requests.map(key);
    const fresh = new Map<string, Request>();
    keys.forEach((name, i) => {
      if (!known.has(name)) fresh.set(name, requests[i] as Request);
    });
    const answers = fresh.size === 0 ? [] : await runner([...fresh.values()]);
    [...fresh.keys()].forEach((name, i) => known.set(name, answers[i] as Answer));
    return keys.map((name) => known.get(name) as Answer);
  };
}
