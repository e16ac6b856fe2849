// Test vectors as they lie in generated/vectors (README.md there tells the format).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Side = 'input' | 'output';
export type Trait = 'duplicate' | 'inexact' | 'surrogate' | 'depth';

/** Why a text was refused. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
  readonly error: string;
  readonly limit?: string;
  readonly max?: number;
  readonly actual?: number;
}

export interface Vector {
  readonly type: string;
  readonly name: string;
  readonly side: Side;
  readonly text: Buffer;
  /** Absent: the text is accepted. */
  readonly refusal?: Refusal;
  /** What the host writes after reading an accepted text. */
  readonly value?: string;
  readonly traits: readonly Trait[];
  /** Made at random, not from a file. */
  readonly random: boolean;
}

type Piece = string | { repeat: string; times: number } | { bytes: string };
type Pieces = string | Piece[];

function bytesOf(pieces: Pieces): Buffer {
  if (typeof pieces === 'string') return Buffer.from(pieces);
  return Buffer.concat(
    pieces.map((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece);
      if ('bytes' in piece) return Buffer.from(piece.bytes, 'hex');
      return Buffer.from(piece.repeat.repeat(piece.times));
    }),
  );
}

interface Line {
  type: string;
  name: string;
  side?: Side;
  json: Pieces;
  ok: boolean;
  path?: Pieces;
  reason?: string;
  error?: string;
  limit?: string;
  max?: number;
  actual?: number;
  value?: Pieces;
  traits?: Trait[];
}

function refusalOf(line: Line): Refusal {
  return {
    path: bytesOf(line.path ?? '').toString(),
    reason: line.reason ?? '',
    error: line.error ?? '',
    ...(line.limit !== undefined && { limit: line.limit }),
    ...(line.max !== undefined && { max: line.max }),
    ...(line.actual !== undefined && { actual: line.actual }),
  };
}

function vectorOf(line: Line, random: boolean): Vector {
  const text = bytesOf(line.json);
  const side = line.side ?? 'input';
  return {
    type: line.type,
    name: line.name,
    side,
    text,
    ...(!line.ok && { refusal: refusalOf(line) }),
    ...(line.ok && { value: line.value === undefined ? text.toString() : bytesOf(line.value).toString() }),
    traits: line.traits ?? [],
    random,
  };
}

export function parseVectors(jsonl: string, random: boolean): Vector[] {
  const lines = jsonl.split('\n').filter((line) => line !== '');
  return lines.map((line) => vectorOf(JSON.parse(line) as Line, random));
}

/** All vectors of a folder, by file name. */
export function readVectors(folder: string): Vector[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  return files.flatMap((name) => parseVectors(readFileSync(join(folder, name), 'utf8'), false));
}
