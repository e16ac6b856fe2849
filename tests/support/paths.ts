// Where things are, for tests that run from build/ts.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let dir = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(dir, 'CMakePresets.json'))) {
    const up = path.dirname(dir);
    if (up === dir) throw new Error('the repository was not found above this file');
    dir = up;
  }
  return dir;
}

/** The repository's top folder. */
export const root = findRoot();

/** Folder of the built programs; A2A_BIN_DIR selects another build. */
export const binDir = process.env['A2A_BIN_DIR'] ?? path.join(root, 'build/release/bin');

/** A built program by name. */
export function binary(name: string): string {
  const file = path.join(binDir, name);
  if (!existsSync(file)) {
    throw new Error(`${file} does not exist. \`make test\` builds it, \`make build\` not all that tests need; alone: ninja -C build/release ${name}`);
  }
  return file;
}

interface IrMethod {
  name: string;
  notification?: boolean;
  notifiable?: boolean;
  errors?: string[];
}

/** The parts of generated/protocol.ir.json that tests read. */
export interface Ir {
  protocol: { version: number; schema_version: number };
  bounds: { name: string; value?: number; limit?: string; error?: string }[];
  errors: { name: string; code: number; reserved?: boolean; retryable?: boolean }[];
  enums: {
    name: string;
    is_state?: boolean;
    values: {
      name: string;
      wire: string;
      state?: { to?: number[]; roles?: { role: string; to?: number[] }[]; terminal?: boolean; paused?: boolean };
    }[];
  }[];
  types: { name: string; fields?: { name: string; wire_name: string; arm?: string }[] }[];
  services: { name: string; methods: IrMethod[] }[];
  texts: { name: string; value: string }[];
  capabilities: { name: string }[];
}

export function readIr(file = path.join(root, 'generated/protocol.ir.json')): Ir {
  return JSON.parse(readFileSync(file, 'utf8')) as Ir;
}
