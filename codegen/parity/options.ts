// Command line of the driver. Paths are below the repository's root, which is the current folder or A2A_ROOT.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { HarnessFault } from "./runners.js";

export interface Options {
  readonly json: boolean;
  readonly selfTest: boolean;
  readonly seed: number;
  readonly cases: number;
  readonly root: string;
  /** Folder of the programs. */
  readonly bin: string;
  /** The program that answers `parity ...`, with its first arguments. */
  readonly generator: readonly [string, ...string[]];
  /** Compiled index.js of the TypeScript output. */
  readonly typescript: string;
  readonly generated: string;
  readonly exceptions: string;
}

const usage = "usage: a2a-codegen parity [--json] [--seed N] [--cases N] [--self-test]";

function count(text: string, name: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new HarnessFault(`--${name} takes a number\n${usage}`);
  return value;
}

function generatorOf(bin: string): readonly [string, ...string[]] {
  // a2a-codegen says who it is; the other program has no commands but those of parity.
  const codegen = process.env["A2A_CODEGEN"] ?? join(bin, "a2a-parity");
  return codegen.endsWith("a2a-parity") ? [codegen] : [codegen, "parity"];
}

export function parseOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        json: flag,
        "self-test": flag,
        seed: { ...text, default: "1" },
        cases: { ...text, default: "20000" },
        bin: text,
        typescript: text,
        generated: text,
        exceptions: text,
      },
    }));
  } catch (error) {
    throw new HarnessFault(`${(error as Error).message}\n${usage}`);
  }
  const root = resolve(process.env["A2A_ROOT"] ?? ".");
  const bin = resolve(values.bin ?? process.env["A2A_BIN_DIR"] ?? join(root, "build/release/bin"));
  return {
    json: values.json,
    selfTest: values["self-test"],
    seed: count(values.seed, "seed"),
    cases: count(values.cases, "cases"),
    root,
    bin,
    generator: generatorOf(bin),
    typescript: resolve(values.typescript ?? join(root, "build/ts/generated/ts/index.js")),
    generated: resolve(values.generated ?? join(root, "generated")),
    exceptions: resolve(values.exceptions ?? join(root, "codegen/parity/exceptions.json")),
  };
}
