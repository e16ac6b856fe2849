// What a client refuses before the first call, and how it says so. The hosts here are scripts that answer as told.
import assert from 'node:assert/strict';
import { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { capabilities, contractHash, protocolVersion, type HandshakeResult } from '../../generated/ts/index.js';
import { CallTimeoutError, Client, HostUnavailableError, type ClientOptions } from '../../src/client/index.js';
import { connect, hostd, program, tempDir } from './support.js';

const good: HandshakeResult = {
  protocolVersion,
  host: 'a2a-hostd',
  hostVersion: '9.9.9',
  features: [],
  capabilities: [...capabilities],
  contractHash,
  limits: {},
};

function fake(t: TestContext, results: object[], lines: string[] = []): Promise<Client> {
  const env = { A2A_FAKE: JSON.stringify({ results, lines }) };
  return connect(t, { binary: program(t, 'fake_host.js'), db: path.join(tempDir(t), 'none'), env });
}

const wrong = (code: number, errorCode: string, more: object = {}): object => ({
  error: { code, message: 'refused', data: { errorCode, ...more } },
});

test('a host that fits is taken, unknown members of its answer are ignored', async (t) => {
  const client = await fake(t, [{ ...good, more: { to: 'come' } }]);
  assert.equal(client.host.hostVersion, '9.9.9');
});

test('the daemon itself fits, and says what it is', async (t) => {
  const client = await connect(t);
  assert.equal(client.host.contractHash, contractHash);
  assert.equal(client.host.protocolVersion, protocolVersion);
});

test('another protocol version is refused with both sides and the fix', async (t) => {
  const mismatch = wrong(1011, 'PROTOCOL_MISMATCH', { client: protocolVersion, host: 11, supported: [11] });
  await assert.rejects(fake(t, [mismatch]), new RegExp(`client speaks protocol version ${protocolVersion}, the host 11: install versions`));
});

test('a host without the capability "a2a" is refused', async (t) => {
  await assert.rejects(fake(t, [{ ...good, capabilities: ['plans'] }]), /lacks the capability "a2a"/);
});

test('a host that accepts this client and speaks another version all the same is refused', async (t) => {
  const says = new RegExp(`client speaks protocol version ${protocolVersion}, the host ${protocolVersion - 1}: install versions`);
  await assert.rejects(fake(t, [{ ...good, protocolVersion: protocolVersion - 1 }]), says);
  const { protocolVersion: _, ...silent } = good;
  await assert.rejects(fake(t, [silent]), /the host \(it does not say\): install versions/);
});

test('an answer that lacks members is refused in words, whichever they are', async (t) => {
  const { capabilities: _, ...incapable } = good;
  const lacks = /The host a2a-hostd 9\.9\.9 lacks the capability "a2a", which this client needs; it has none: .*install versions/;
  await assert.rejects(fake(t, [incapable]), lacks);
  await assert.rejects(fake(t, [{ ...good, capabilities: null }]), lacks);
  const { contractHash: __, ...nameless } = good;
  await assert.rejects(fake(t, [nameless]), new RegExp(`contract ${contractHash}, the host 9\\.9\\.9 from \\(it does not say\\): build`));
  for (const answer of [[], 'hello', null]) {
    await assert.rejects(fake(t, [answer as never]), /answered the handshake with .*: it is no a2a-hostd for this client/);
  }
});

test('limits that are missing or no number leave the frame limit of the contract', async (t) => {
  const { limits: _, ...unlimited } = good;
  for (const answer of [unlimited, { ...good, limits: null }, { ...good, limits: { A2A_MAX_FRAME_BYTES: '12' } }]) {
    const client = await fake(t, [answer, { ok: true }]);
    assert.deepEqual(await client.app.health(), { ok: true });
  }
});

test('another contract is refused with both hashes and the fix', async (t) => {
  const other = '0'.repeat(64);
  const says = new RegExp(`contract ${contractHash}, the host 9\\.9\\.9 from ${other}: build both from one tree`);
  await assert.rejects(fake(t, [{ ...good, contractHash: other }]), says);
  // One so old that it does not know a member of our handshake.
  await assert.rejects(fake(t, [wrong(-32602, 'INVALID_PARAMS'), { ...good, contractHash: other }]), says);
});

test('what is no frame ends the session, and what is pending, with the reason', async (t) => {
  const kill = t.mock.method(ChildProcess.prototype, 'kill');
  await assert.rejects(fake(t, [], Array(100).fill('Welcome to this host!')), (error: unknown) => {
    assert.ok(error instanceof HostUnavailableError);
    assert.match(error.message, /wrote on its stdout what is no frame of the protocol: "Welcome to this host!"/);
    return true;
  });
  assert.deepEqual(
    kill.mock.calls.map((call) => call.arguments),
    [['SIGKILL']],
  );
  // A frame that was cut may hold a secret.
  await assert.rejects(fake(t, [], ['{"token":"secret']), (error: unknown) => {
    assert.match(String(error), /a frame that cannot be read, of 16 bytes/);
    assert.doesNotMatch(String(error), /secret/);
    return true;
  });
});

test('a program that says nothing is ended at the deadline of calls, without time to end by itself', async (t) => {
  const file = path.join(tempDir(t), 'silent');
  writeFileSync(file, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const armed = t.mock.method(globalThis, 'setTimeout');
  await assert.rejects(connect(t, { binary: file, callTimeoutMs: 300 }), CallTimeoutError);
  const longest = Math.max(...armed.mock.calls.map(({ arguments: [, ms] }) => ms ?? 0));
  assert.equal(longest, 300);
});

test('without a database file nothing is started', async () => {
  for (const db of [undefined, '', 7]) {
    const options = { name: 'test', binary: hostd, db } as unknown as ClientOptions;
    await assert.rejects(Client.connect(options), { name: 'TypeError', message: /option "db" is missing/ });
  }
  assert.equal(existsSync('undefined'), false);
});

test('a host that ends at once is reported with its exit code and its last words', async (t) => {
  await assert.rejects(connect(t, { args: ['--nonsense'] }), (error: unknown) => {
    assert.ok(error instanceof HostUnavailableError);
    assert.equal(error.exit?.code, 64);
    assert.match(error.message, /exit code 64\): .*nonsense/);
    return true;
  });
});
