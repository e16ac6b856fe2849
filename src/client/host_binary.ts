import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { HOST_NAME } from '../../generated/ts/index.js';

/** Variables of an environment, such as process.env. */
type Env = Readonly<Record<string, string | undefined>>;

/** Environment variable that names the daemon. */
export const binaryVariable = 'A2A_HOSTD';

/** npm package that brings the daemon for this machine. */
export const platformPackage = `@a2a-host/hostd-${process.platform}-${process.arch}`;

/**
 * Path of a2a-hostd: the option, then the variable A2A_HOSTD, then the platform package, then PATH. What option or
 * variable name must be there; the other two are only looked at when neither is set.
 */
export function findBinary(option: string | undefined, env: Env): string {
  const named = option ?? env[binaryVariable];
  const found = named === undefined ? (fromPackage() ?? fromPath(env)) : isProgram(named) ? named : fromPath(env, named);
  if (found !== undefined) return found;
  throw new Error(
    [
      `${HOST_NAME} was not found. Looked for, in this order:`,
      `  option "binary": ${tell(option)}`,
      `  variable ${binaryVariable}: ${option === undefined ? tell(env[binaryVariable]) : 'not looked at'}`,
      `  package ${platformPackage}: ${named === undefined ? 'not installed' : 'not looked at'}`,
      `  PATH: ${named === undefined ? `no ${HOST_NAME} in ${env['PATH'] ?? '(not set)'}` : 'not looked at'}`,
    ].join('\n'),
  );
}

function tell(name: string | undefined): string {
  return name === undefined ? 'not set' : `${name} is no program`;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function fromPackage(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${platformPackage}/package.json`);
    const file = path.join(path.dirname(manifest), 'bin', HOST_NAME);
    return isProgram(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** A bare name, as a shell would find it. */
function fromPath(env: Env, name: string = HOST_NAME): string | undefined {
  if (name.includes(path.sep)) return undefined;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}
