// TypeScript to JavaScript without checking types, for outputs that no build has seen.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Transpile = (text: string, options: object) => { outputText: string };

/** Compiles the modules of `from` into `to` without checking types. */
export function transpile(from: string, to: string): void {
  const typescript = createRequire(import.meta.url)('typescript-5.4') as { transpileModule: Transpile };
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'package.json'), '{"type": "module"}');
  for (const name of readdirSync(from).filter((file) => file.endsWith('.ts'))) {
    // 7: ES2020 modules; 9: ES2022.
    const compilerOptions = { module: 7, target: 9 };
    const { outputText } = typescript.transpileModule(readFileSync(join(from, name), 'utf8'), { compilerOptions });
    writeFileSync(join(to, name.replace(/\.ts$/, '.js')), outputText);
  }
}
