// Contract section 1, transport: lines, escapes, frames that are too long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, text } from './support/agents.js';
import { expectWire, Host } from './support/host.js';

const version = (id: string): string => `{"jsonrpc":"2.0","id":"${id}","method":"app.getVersion"}`;

test('stdout carries one JSON object per line ended by 0x0A and nothing else; logs go to stderr', async (t) => {
  const host = await Host.start(t);
  const frame = await host.ask(version('a'));
  assert.equal(frame.id, 'a');
  assert.doesNotMatch(frame.text, /[\r\n]/);
  await host.end();
  assert.equal(host.unfinished, '');
  assert.equal(host.frames.length, 2);
});

test('a 0x0D before the newline is dropped and blank lines are skipped', async (t) => {
  const host = await Host.start(t);
  host.raw(Buffer.from('\n\r\n  \n'));
  assert.equal((await host.ask(Buffer.from(`${version('crlf')}\r\n`))).id, 'crlf');
  assert.equal(host.frames.length, 2);
});

test('several frames in one write are each answered, in order', async (t) => {
  const host = await Host.start(t);
  const ids = Array.from({ length: 200 }, (_, i) => `n${i}`);
  host.raw(Buffer.from(ids.map((id) => `${version(id)}\n`).join('')));
  await host.frame(200);
  assert.deepEqual(host.frames.slice(1).map((frame) => frame.id), ids);
});

test('framing does not depend on where the bytes are split: every byte on its own', async (t) => {
  const host = await Host.start(t);
  const line = Buffer.from(`${version('ünï😀')}\r\n`);
  for (let at = 1; at < line.length; at++) {
    const index = host.frames.length;
    host.raw(line.subarray(0, at));
    await new Promise(setImmediate);
    host.raw(line.subarray(at));
    assert.equal((await host.frame(index)).id, 'ünï😀');
  }
  for (const byte of line) {
    host.raw(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  assert.equal((await host.frame(line.length)).id, 'ünï😀');
});

test('control characters, U+007F, U+0085, U+2028 and U+2029 leave as escapes, in strings and in relayed JSON', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker');
  const asker = await Agent.register(host, 'asker');
  const odd = 'a\u007f\u0085\u2028\u2029b\u0001\u001f';
  const params = asker.sendParams(
    text(odd, { to: worker.id, metadata: { [odd]: odd }, parts: [{ kind: 'text', text: odd }, { kind: 'data', data: { [odd]: [odd] } }] }),
  );
  // Written raw where JSON allows it.
  const raw = JSON.stringify({ jsonrpc: '2.0', id: 'odd', method: 'a2a.message.send', params });
  assert.ok(raw.includes('\u2028') && raw.includes('\u007f'));
  host.raw(raw);
  const sent = await host.reply('odd');
  const task = sent.result.task;
  const read = await host.reply(host.post('a2a.tasks.get', { token: worker.token, id: task.id }));
  for (const frame of host.frames) {
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(frame.text, /[\u0000-\u001f\u007f\u0085\u2028\u2029]/, frame.text);
  }
  const message = read.result.task.history[0];
  assert.equal(message.parts[0].text, odd);
  assert.deepEqual(message.parts[1].data, { [odd]: [odd] });
  assert.deepEqual(message.metadata, { [odd]: odd });
});

test('a frame above --max-frame-bytes is answered once with FRAME_TOO_LARGE and the session goes on', async (t) => {
  const host = await Host.start(t, { args: ['--max-frame-bytes', '2000'] });
  const filler = (bytes: number): string => {
    const line = `{"jsonrpc":"2.0","id":"x","method":"app.getVersion","params":{}}`;
    return line.slice(0, -1) + ' '.repeat(bytes - line.length) + '}';
  };
  assert.equal((await host.ask(filler(2000))).id, 'x');
  const refused = await host.ask(filler(2001));
  assert.equal(refused.id, null);
  expectWire(refused.error, -32600, 'FRAME_TOO_LARGE', { max: 2000 });
  assert.equal((await host.ask(version('after'))).id, 'after');
  // In pieces, far above the bound, its end in the same write as the next frame.
  const index = host.frames.length;
  for (let i = 0; i < 50; i++) host.raw(Buffer.alloc(1000, 0x61));
  host.raw(Buffer.from(`"\n${version('next')}\n`));
  expectWire((await host.frame(index)).error, -32600, 'FRAME_TOO_LARGE');
  assert.equal((await host.frame(index + 1)).id, 'next');
});

test('A2A_MAX_FRAME_BYTES sets the bound and the flag wins over it', async (t) => {
  const env = { A2A_MAX_FRAME_BYTES: '300' };
  const long = `${version('long').slice(0, -1)}${' '.repeat(400)}}`;
  const bound = await Host.start(t, { env });
  expectWire((await bound.ask(long)).error, -32600, 'FRAME_TOO_LARGE');
  const flag = await Host.start(t, { env, args: ['--max-frame-bytes', '4000'] });
  assert.equal((await flag.ask(long)).id, 'long');
});

test('256 MiB without a newline are discarded with bounded memory', async (t) => {
  const host = await Host.start(t, { args: ['--max-frame-bytes', '1000000'] });
  const index = host.frames.length;
  const chunk = Buffer.alloc(1 << 20, 0x20);
  for (let i = 0; i < 256; i++) host.raw(chunk);
  host.raw(Buffer.from(`\n${version('after')}\n`));
  expectWire((await host.frame(index)).error, -32600, 'FRAME_TOO_LARGE');
  assert.equal((await host.frame(index + 1)).id, 'after');
  host.expectPeakBelow(64);
});

test('Content-Length: gets one error that says this pipe is newline-delimited JSON', async (t) => {
  const host = await Host.start(t);
  const body = version('framed');
  const refused = await host.ask(Buffer.from(`Content-Length: ${body.length}\r\n\r\n${body}\n`));
  assert.equal(refused.id, null);
  assert.match(expectWire(refused.error, -32700, 'PARSE_ERROR').message, /newline-delimited JSON/);
  assert.equal((await host.frame(2)).id, 'framed');
});

test('a last line without newline at EOF is processed when it is complete', async (t) => {
  const host = await Host.start(t);
  host.raw(Buffer.from(version('last')));
  host.closeStdin();
  assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
  assert.equal(host.frames[1]?.id, 'last');
});

test('a last line without newline at EOF is answered with -32700 when it is not', async (t) => {
  const host = await Host.start(t);
  host.raw(Buffer.from(version('last').slice(0, -1)));
  host.closeStdin();
  assert.deepEqual(await host.waitExit(), { code: 0, signal: null });
  assert.equal(host.frames[1]?.id, null);
  expectWire(host.frames[1]?.error, -32700, 'PARSE_ERROR');
});

test('a text of 20 MiB in base64 goes through whole and comes back the same', async (t) => {
  const host = await Host.start(t);
  const worker = await Agent.register(host, 'worker');
  const asker = await Agent.register(host, 'asker');
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'a2a').toString('base64');
  const task = await asker.send(text('', { to: worker.id, parts: [{ kind: 'file', file: { name: 'f', bytes } }] }));
  const part = (await worker.get(task)).history[0]?.parts[0];
  assert.ok(part?.kind === 'file' && part.file.bytes === bytes);
});
