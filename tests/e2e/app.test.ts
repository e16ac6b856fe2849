// Contract section 2: handshake, health, version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIr } from '../support/paths.js';
import { Agent, card } from './support/agents.js';
import { Host } from './support/host.js';

const ir = readIr();

test('the handshake tells version, host, capabilities, contract hash and every bound by name', async (t) => {
  const host = await Host.start(t, { handshake: false });
  const hello = await host.call('app.handshake', { protocolVersion: ir.protocol.version, client: 'c', clientVersion: '1', locale: 'de' });
  assert.equal(hello.protocolVersion, ir.protocol.version);
  assert.equal(hello.host, 'a2a-hostd');
  assert.match(hello.hostVersion, /^\d+\.\d+\.\d+/);
  assert.ok(Array.isArray(hello.features));
  assert.deepEqual(hello.capabilities, ir.capabilities.map(({ name }) => name));
  assert.match(hello.contractHash, /^[0-9a-f]{64}$/);
  assert.deepEqual(hello.limits, Object.fromEntries(ir.bounds.map(({ name, value }) => [name, value ?? 0])));
});

test('before the handshake every other method is 1001 UNAUTHORIZED and nothing runs', async (t) => {
  const host = await Host.start(t, { handshake: false });
  const calls = ir.services.flatMap(({ methods }) => methods.filter((method) => method.notification !== true).map(({ name }) => name));
  assert.ok(calls.length >= 15);
  for (const name of calls) {
    if (name === 'app.handshake') continue;
    const error = await host.expectError(name, {}, 1001, 'UNAUTHORIZED');
    assert.match(error.message, /app\.handshake/);
  }
  await host.expectError('a2a.agents.register', { contextId: 'c', card: card('early') }, 1001, 'UNAUTHORIZED');
  await host.handshake();
  assert.equal((await host.call('app.health', {})).agents, 0);
});

test('another version is 1011 with client, host and what is supported', async (t) => {
  const host = await Host.start(t, { handshake: false });
  for (const version of [9, 11, 0]) {
    await host.expectError('app.handshake', { protocolVersion: version }, 1011, 'PROTOCOL_MISMATCH', {
      client: version, host: ir.protocol.version, supported: [ir.protocol.version],
    });
  }
  await host.expectError('app.health', {}, 1001, 'UNAUTHORIZED');
});

test('the handshake may be repeated, and a later mismatch leaves an earlier success standing', async (t) => {
  const host = await Host.start(t);
  await host.handshake();
  await host.expectError('app.handshake', { protocolVersion: 9 }, 1011, 'PROTOCOL_MISMATCH');
  assert.equal((await host.call('app.health', {})).ok, true);
});

test('notifications are no methods: calling one is -32601', async (t) => {
  const host = await Host.start(t);
  for (const { name, notification } of ir.services.flatMap(({ methods }) => methods)) {
    if (notification === true) await host.expectError(name, {}, -32601, 'NOT_FOUND');
  }
});

test('a method outside the schema is -32601 NOT_FOUND and the text names it', async (t) => {
  const host = await Host.start(t);
  for (const name of ['', 'app', 'app.handshak', 'app.handshake2', 'APP.HEALTH', 'a2a.tasks.wait', 'rpc.discover', '\u2028']) {
    const error = await host.expectError(name, {}, -32601, 'NOT_FOUND');
    if (/^[a-z0-9.]+$/i.test(name)) assert.ok(error.message.includes(name), error.message);
  }
});

test('health counts agents, open tasks, parked calls and what waits to be read', async (t) => {
  const host = await Host.start(t);
  const empty = await host.call('app.health', {});
  assert.deepEqual([empty.ok, empty.agents, empty.openTasks, empty.parkedCalls, empty.undeliveredEvents], [true, 0, 0, 0, 0]);
  assert.equal(empty.protocolVersion, ir.protocol.version);
  assert.equal(empty.schemaVersion, ir.protocol.schema_version);
  assert.equal(empty.durability, 'full');
  assert.ok(empty.databaseBytes > 0 && empty.uptimeMs >= 0);
  const worker = await Agent.register(host, 'worker');
  const asker = await Agent.register(host, 'asker');
  const task = await asker.open(worker.id);
  host.post('a2a.message.send', asker.sendParams({ role: 'user', messageId: 'p', taskId: task.id, parts: [{ kind: 'text', text: '' }] }, { blocking: true }));
  const busy = await host.call('app.health', {});
  assert.deepEqual([busy.agents, busy.openTasks, busy.parkedCalls, busy.undeliveredEvents], [2, 1, 1, 0]);
  assert.ok(busy.lastCommitMicros > 0);
  await worker.status(task, 'completed');
  const done = await host.call('app.health', {});
  assert.deepEqual([done.openTasks, done.parkedCalls], [0, 0]);
});

test('--durability=normal is shown in health and log', async (t) => {
  const host = await Host.start(t, { args: ['--durability=normal'] });
  assert.equal((await host.call('app.health', {})).durability, 'normal');
  await host.end();
  assert.match(host.stderr, /durability.*normal/i);
});

test('getVersion agrees with the handshake', async (t) => {
  const host = await Host.start(t, { handshake: false });
  const hello = await host.handshake();
  const version = await host.call('app.getVersion', {});
  assert.deepEqual(version, {
    name: 'a2a-hostd',
    version: hello.hostVersion,
    protocolVersion: hello.protocolVersion,
    schemaVersion: ir.protocol.schema_version,
    contractHash: hello.contractHash,
  });
});

test('without a subcommand, with stdin not a terminal, the daemon serves; A2A_DB names the database', async (t) => {
  const { tempDir } = await import('./support/host.js');
  const db = `${tempDir(t)}/env.db`;
  const host = await Host.start(t, { argv: [], env: { A2A_DB: db }, db });
  const { existsSync } = await import('node:fs');
  assert.ok(existsSync(db));
  await host.end();
});

test('the default database is $XDG_STATE_HOME/a2a-host/host.db; folders are 0700 and files 0600', async (t) => {
  const { tempDir } = await import('./support/host.js');
  const state = tempDir(t);
  const host = await Host.start(t, { argv: ['serve'], env: { XDG_STATE_HOME: `${state}/deep/er` } });
  const { readdirSync, statSync } = await import('node:fs');
  const mode = (file: string): number => statSync(file).mode & 0o777;
  assert.equal(mode(`${state}/deep/er/a2a-host`), 0o700);
  for (const file of readdirSync(`${state}/deep/er/a2a-host`)) assert.equal(mode(`${state}/deep/er/a2a-host/${file}`), 0o600, file);
  assert.ok(readdirSync(`${state}/deep/er/a2a-host`).includes('host.db'));
  await host.end();
});
