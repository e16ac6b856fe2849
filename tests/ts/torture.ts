// Schemas made by tests, through the real protoc and compilers: generated C++ with protoc's own, and TypeScript.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { binary, binDir, root } from '../support/paths.js';

export const hostileTexts: ReadonlyMap<string, string> = new Map([
  ['double quotes', '"; globalThis.pwned = 1; "'],
  ['single quotes', "'; globalThis.pwned = 1; '"],
  ['backslashes', '\\" \\\\ \\u0022 \\x22 \\n'],
  ['a trailing backslash', 'x \\'],
  ['newlines', 'x\nglobalThis.pwned = 1;\r\nglobalThis.pwned = 2;\rint y;'],
  ['*/', '*/ globalThis.pwned = 1; /* // */'],
  ['${', '${globalThis.pwned = 1}'],
  ['U+2028', 'x\u2028globalThis.pwned = 1;\u2029globalThis.pwned = 1;'],
  ['backticks', '`${globalThis.pwned = 1}`'],
  ['an insertion point', '@@protoc_insertion_point(x)'],
  ['a trigraph', '??/ ??='],
  ['the end of a raw string', ')" )page" R"('],
  ['NUL', 'x\0y'],
  ['the end of a script', '</script><script>globalThis.pwned = 1</script>'],
  ['letters of elsewhere', 'é \u{1f600} \u202e'],
]);

/** `text` as a string of a proto file, byte by byte. */
export function protoString(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    return /[A-Za-z0-9 ]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : octal(byte);
  });
  return `"${bytes.join('')}"`;
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

const head = `syntax = "proto3";
package torture;
import "a2a/options.proto";
option (a2a.protocol) = { name: "torture" version: 1 capability { name: "c" } };
enum TortureError { TORTURE_ERROR_UNSPECIFIED = 0; TORTURE_ERROR_BAD = 1 [(a2a.error) = { code: -32602 text: "No." }]; }
`;
export const headLines = head.split('\n').length - 1;

interface Generated {
  folder: string;
  diagnostics: string[];
}

/** Runs protoc with its own C++ and our plugin over one file into build/torture/NAME. */
export function generate(body: string, name = 'item'): Generated {
  const folder = path.join(root, 'build/torture', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'torture.proto'), `${head}${body}\n`);
  const plugin = `--plugin=${binary('protoc-gen-a2a')}`;
  const args = [plugin, `-I${folder}`, `-I${root}/proto`, `--cpp_out=${folder}`, `--a2a_out=${folder}`];
  const run = spawnSync('protoc', [...args, 'torture.proto'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const diagnostics = run.stderr.split('\n').filter((line) => line.includes(' [A2A'));
  if (run.status !== 0 && diagnostics.length === 0) assert.fail(run.stderr);
  return { folder, diagnostics };
}

/** Compiles modules into OUT/js with the oldest and the newest compiler and the flags of this repository. */
export function compileTypescript(modules: string, out: string): void {
  const compilerOptions = { rootDir: modules, outDir: 'js', incremental: false, tsBuildInfoFile: null, types: [] };
  const project = path.join(out, 'tsconfig.json');
  mkdirSync(out, { recursive: true });
  writeFileSync(project, JSON.stringify({ extends: `${root}/tsconfig.json`, compilerOptions, include: [modules] }));
  for (const compiler of ['typescript-5.4', 'typescript']) {
    const tsc = `${root}/node_modules/${compiler}/bin/tsc`;
    const run = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    assert.equal(run.status, 0, compiler + run.stdout.slice(0, 4000) + run.stderr);
  }
}

/** One accepted schema and what is generated from it. */
export class Torture {
  private readonly folder: string;

  constructor(name: string, body: string) {
    const { folder, diagnostics } = generate(body, name);
    assert.deepEqual(diagnostics, []);
    this.folder = folder;
  }

  /** `values`: constants of which the compiler shall see that they hold these texts. */
  compileCpp(standard: string, flags: readonly string[], values: readonly (readonly [string, string])[]): void {
    const checks = values.map(([constant, text]) => {
      const bytes = [...Buffer.from(text)];
      return `static_assert(${constant} == absl::string_view("${bytes.map(octal).join('')}", ${bytes.length}));`;
    });
    const run = this.cpp(standard, [...flags, '-fsyntax-only', '-Wall', '-Wextra', '-Werror'], checks);
    assert.equal(run.status, 0, run.stderr.slice(0, 4000));
  }

  /** What the compiler says of our part. */
  cppErrors(standard: string): string {
    const run = this.cpp(standard, ['-fsyntax-only'], []);
    assert.notEqual(run.status, 0);
    return run.stderr;
  }

  /** Names of all macros behind the generated headers. */
  macros(standard: string): string[] {
    const run = this.cpp(standard, ['-Ulinux', '-Uunix', '-dM', '-E'], []);
    assert.equal(run.status, 0, run.stderr);
    return [...run.stdout.matchAll(/^#define (\w+)/gm)].map((match) => match[1] ?? '');
  }

  // Ours first, then protoc's, as one translation unit.
  private cpp(standard: string, flags: readonly string[], checks: readonly string[]) {
    const sources = readdirSync(path.join(this.folder, 'cpp/torture')).sort();
    const files = [...sources.map((file) => `torture/${file}`), 'torture.pb.cc'];
    const lines = [...files.map((file) => `#include "${file}"`), ...checks, ''];
    const unit = path.join(this.folder, 'unit.cc');
    writeFileSync(unit, lines.join('\n'));
    const ours = [`-I${this.folder}/cpp`, `-I${root}/src`];
    const protocs = ['-isystem', this.folder, '-isystem', path.join(binDir, '../proto')];
    const args = [`-std=${standard}`, '-Wno-missing-field-initializers', ...flags, ...ours, ...protocs, unit];
    return spawnSync(process.env['CXX'] ?? 'c++', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  }

  compileTypescript(): void {
    compileTypescript(path.join(this.folder, 'ts'), this.folder);
  }

  async load(): Promise<Record<string, unknown>> {
    return (await import(pathToFileURL(`${this.folder}/js/index.js`).href)) as Record<string, unknown>;
  }
}
