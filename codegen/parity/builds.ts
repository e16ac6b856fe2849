// Were the codecs built from the schema that they are compared with? An old build is no mismatch, and says nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Options } from './options.js';
import { HarnessFault, typescriptCommand } from './runners.js';

// Whatever is no runner tells nothing, and shows that when it is asked to run.
function isOther([program, ...args]: readonly [string, ...string[]], contract: string): boolean {
  const { stdout } = spawnSync(program, [...args, 'contract'], { input: '', encoding: 'utf8' });
  return /^[\da-f]{64}\n$/.test(stdout ?? '') && stdout.trim() !== contract;
}

// The folder that CMake builds in, above a program of it.
function buildFolderOf(program: string): string {
  for (let at = dirname(program); at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, 'CMakeCache.txt'))) return at;
  }
  return 'BUILD_DIR';
}

/** Says how to build again what was not built from the schema with this contract hash. */
export function checkBuilds(options: Options, contract: string): void {
  const advice: string[] = [];
  if (isOther([options.cpp], contract)) {
    advice.push(`cmake --build ${buildFolderOf(options.cpp)} --target ${basename(options.cpp)}`);
  }
  const { typescript } = options;
  if (typescript !== undefined && isOther(typescriptCommand(typescript), contract)) {
    advice.push(`compile ${join(options.generated, 'ts')} to ${dirname(typescript)}`);
  }
  if (advice.length === 0) return;
  throw new HarnessFault(
    `your builds are old: they are not of the schema in ${options.generated}. Run: ${advice.join('; then ')}`,
  );
}
