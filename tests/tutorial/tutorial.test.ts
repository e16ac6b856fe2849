// codegen/TUTORIAL.md, taken as it is written: every file is written, every command is run, and what the text shows as
// output is what comes out.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { binary, root } from '../support/paths.js';

const page = path.join(root, 'codegen/TUTORIAL.md');
const text = readFileSync(page, 'utf8');

type Step = { kind: 'file'; name: string; content: string } | { kind: 'run'; commands: string; output?: string };

/** ```sh is run, ```output is what the last one prints, ```LANGUAGE NAME is a file. */
function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const [, info = '', content = ''] of markdown.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)) {
    const [language = '', name] = info.split(' ');
    const last = steps.at(-1);
    if (name !== undefined) steps.push({ kind: 'file', name, content });
    else if (language === 'sh') steps.push({ kind: 'run', commands: content });
    else if (language === 'output' && last?.kind === 'run') last.output = content;
    else assert.fail(`the block \`${info}\` is neither a file, nor commands, nor their output`);
  }
  return steps;
}

// Compiled before is compiled: as our own build does when ccache is there.
function cached(folder: string): Record<string, string> {
  if (spawnSync('ccache', ['--version']).status !== 0) return {};
  const store = process.env['CCACHE_DIR'] ?? path.join(homedir(), '.cache/ccache');
  return { CMAKE_CXX_COMPILER_LAUNCHER: 'ccache', CCACHE_DIR: store, CCACHE_BASEDIR: folder, CCACHE_NOHASHDIR: '1' };
}

/** Runs commands one block after the other, as in one terminal: folder and variables are kept. */
class Terminal {
  readonly home = mkdtempSync(path.join(tmpdir(), 'a2a-tutorial-'));

  constructor() {
    after(() => rmSync(this.home, { recursive: true, force: true }));
    symlinkSync(root, path.join(this.home, 'a2a-host'));
  }

  get folder(): string {
    return existsSync(this.#kept('pwd')) ? readFileSync(this.#kept('pwd'), 'utf8').trim() : this.home;
  }

  run(commands: string): string {
    const before = existsSync(this.#kept('variables')) ? `. ${this.#kept('variables')}\n` : '';
    const script = `${before}set -e\n${commands}\nexport -p >${this.#kept('variables')}; pwd >${this.#kept('pwd')}\n`;
    const env = { HOME: this.home, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...cached(this.home) };
    const run = spawnSync('bash', ['-c', script], { cwd: this.folder, env, encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(run.status, 0, `${commands}\n${run.stdout.slice(-4000)}${run.stderr.slice(-4000)}`);
    return run.stdout;
  }

  write(name: string, content: string): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  #kept(what: string): string {
    return path.join(this.home, `.terminal-${what}`);
  }
}

test('the tutorial works word for word, and ends with a reply of the newcomer\'s own service', async (t) => {
  const terminal = new Terminal();
  const steps = stepsOf(text);
  let last: string | undefined;
  for (const step of steps) {
    if (step.kind === 'file') {
      terminal.write(step.name, step.content);
    } else {
      const title = step.commands.trim().split('\n').at(-1) ?? '';
      last = undefined;
      await t.test(title, () => {
        const out = terminal.run(step.commands);
        if (step.output !== undefined) assert.equal(out, step.output);
        last = out;
      });
      if (last === undefined) break; // the rest builds on it
    }
  }
  assert.ok(steps.filter((step) => step.kind === 'run' && step.output !== undefined).length >= 8);
  assert.match(last ?? '', /^1\. water the plants, whenever$/m);
});

test('the service of the tutorial is about twenty lines', () => {
  const service = stepsOf(text).find((step) => step.kind === 'file' && step.name.endsWith('.cc'));
  assert.ok(service?.kind === 'file');
  const body = service.content.slice(service.content.indexOf('class '), service.content.indexOf('int main'));
  assert.ok(body.split('\n').filter((line) => line.trim() !== '').length <= 26);
});

test('every command that the README\'s recipe for CI names is one', () => {
  const recipe = /^### In CI$([\s\S]*?)^## /m.exec(readFileSync(path.join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  const named = new Set([...recipe.matchAll(/a2a-codegen ([a-z]+)((?: --[a-z]+)*)/g)].map(([, command = '', options = '']) => `${command}${options}`));
  assert.ok(named.size >= 3, [...named].join());
  for (const command of named) {
    const [name = '', ...options] = command.split(' ');
    const help = spawnSync(binary('a2a-codegen'), [name, '--help'], { encoding: 'utf8' });
    assert.equal(help.status, 0, command);
    for (const option of options) assert.ok(help.stdout.includes(option), command);
  }
});

test('every path that the tutorial links to is there', () => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map((match) => match[1] ?? '');
  assert.ok(links.length >= 3);
  for (const link of links) assert.ok(existsSync(path.join(path.dirname(page), link)), link);
});
