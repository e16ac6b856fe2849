// What `npm pack` gives, installed into an empty project: it imports, it works, and its types compile for a strict caller.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { binary, root } from '../support/paths.js';

const project = mkdtempSync(path.join(tmpdir(), 'a2a-package-'));
after(() => rmSync(project, { recursive: true, force: true }));

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

let files: string[] = [];

before(() => {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], root)) as [
    { filename: string; files: { path: string }[] },
  ];
  files = packed.files.map((file) => file.path);
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', type: 'module' }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], project);
});

test('it holds the client, the protocol and nothing else: no examples either', () => {
  assert.ok(files.includes('build/ts/src/client/index.js') && files.includes('build/ts/src/client/index.d.ts'));
  const strange = files.filter((file) => !/^(?:package\.json|README\.md|LICENSE|build\/ts\/(?:src\/client|generated\/ts)\/.*\.(?:js|d\.ts))$/.test(file));
  assert.deepEqual(strange, []);
  assert.deepEqual(files.filter((file) => file.includes('/examples/')), []);
});

test('a tree that is not built is not packed: npm says what to do', () => {
  const tree = path.join(project, 'tree');
  mkdirSync(tree);
  for (const file of ['package.json', 'package-lock.json', 'Makefile', 'tsconfig.json']) copyFileSync(path.join(root, file), path.join(tree, file));
  const { status, stderr } = spawnSync('npm', ['pack'], { cwd: tree, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, /build\/ts is missing, or older than what it is made of: run `make build` first/);
  assert.deepEqual(readdirSync(tree).filter((file) => file.endsWith('.tgz')), []);
});

test('it brings no other package along', () => {
  const { dependencies } = JSON.parse(run('npm', ['ls', '--json', '--all'], project)) as { dependencies: Record<string, { dependencies?: object }> };
  assert.deepEqual(Object.keys(dependencies), ['@a2a-host/client']);
  // The packages that adapters are for are optional: npm knows of them, and none is there.
  const peers = Object.values(dependencies['@a2a-host/client']?.dependencies ?? {}) as object[];
  assert.deepEqual(peers.filter((peer) => 'version' in peer), []);
});

test('it imports and works', () => {
  writeFileSync(
    path.join(project, 'main.js'),
    `import { Client, cardFromSubagentDefinition } from '@a2a-host/client';
import { protocolVersion } from '@a2a-host/client/protocol';
const client = await Client.connect({ name: 'empty', db: 'host.db' });
const agent = await client.register(cardFromSubagentDefinition({ name: 'one' }), { contextId: 'c' });
console.log(agent.id, protocolVersion === client.host.protocolVersion, (await client.app.health()).agents);
await client.dispose();
`,
  );
  assert.equal(run(process.execPath, ['main.js'], project, { A2A_HOSTD: binary('a2a-hostd') }), 'one true 1\n');
});

test('its types need none of Node: an empty project with nothing but a compiler takes every entry', () => {
  writeFileSync(
    path.join(project, 'bare.ts'),
    `import { Client, HostProcess, LineReader, findBinary, type HostExit } from '@a2a-host/client';
import * as protocol from '@a2a-host/client/protocol';
import { createA2ATool } from '@a2a-host/client/tool';
export async function main(): Promise<HostExit | undefined> {
  const client = await Client.connect({ name: 'bare', db: 'x.db' });
  const agent = await client.register({} as protocol.AgentCard, { contextId: 'c' });
  createA2ATool(agent);
  const lines: string[] = new LineReader().push(new Uint8Array([10])).map((line) => line.toString('utf8'));
  console.log(lines, HostProcess, findBinary(undefined, { PATH: '/bin' }));
  await client[Symbol.asyncDispose]();
  return await client.dispose();
}
`,
  );
  for (const compiler of ['typescript', 'typescript-5.4']) {
    const tsc = path.join(root, 'node_modules', compiler, 'bin/tsc');
    const options = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022'];
    run(process.execPath, [tsc, ...options, 'bare.ts'], project);
  }
});

test('its types compile for a strict caller, and catch what is wrong', () => {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, module: 'NodeNext', target: 'ES2022', lib: ['ES2022'], types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['caller.ts'] }));
  mkdirSync(path.join(project, 'out'));
  writeFileSync(
    path.join(project, 'caller.ts'),
    `import { Client, isA2AError, withDelegate, type Agent, type AgentEvent } from '@a2a-host/client';
import type { Task } from '@a2a-host/client/protocol';
export async function main(): Promise<Task | undefined> {
  const client: Client = await Client.connect({ name: 'typed', db: 'x.db', restart: true });
  try {
    return await withDelegate(client, { name: 'a', tools: ['Read'] }, { contextId: 'c' }, async (agent: Agent) => {
      const task = await agent.send({ to: 'b', text: 'x' }, { blocking: true, timeoutMs: 5 });
      const { events } = await agent.wait({ task, seconds: 1 });
      const first: AgentEvent | undefined = events[0];
      if (first?.event.kind === 'status-update' && first.event.final) return task;
      // @ts-expect-error there is no such state
      await agent.status(task, 'complete');
      // @ts-expect-error no token is ever to be given
      await agent.api.tasks.get({ id: task.id, token: 'x' });
      // @ts-expect-error nor to be had
      console.log(agent.token);
      return await agent.complete(task, 'done');
    });
  } catch (error) {
    if (isA2AError(error, 'A2A_WAIT_CYCLE')) console.log(error.data.cycle?.[0]?.agentId);
    throw error;
  }
}
`,
  );
  run(process.execPath, [tsc, '-p', 'tsconfig.json'], project);
});
