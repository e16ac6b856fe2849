// Text that breaks line readers and encoders, over a real pipe, whole and cut at every byte in both directions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '../../generated/ts/index.js';
import { isA2AError, type Agent } from '../../src/client/index.js';
import { connect, program, register } from './support.js';

const hard = [
  'line\u2028paragraph\u2029next\u0085end',
  'nul \u0000, escape \u001b, delete \u007f, tab \t, return \r\n',
  '😀 👩‍👩‍👧‍👦 𝕏 é e\u0301 \ufeff \uffff \u{10ffff}',
  '"quotes" \\back\\slash \\ud800 \\\\ud83d as text </script>',
  '\u202eabc\u202c zero\u200bwidth',
];

async function roundTrip(asker: Agent, worker: Agent, text: string): Promise<void> {
  const data = { [text]: [text, { deep: text }] };
  const task = await asker.send({ to: worker.id, text, data, messageId: `id ${text}`.slice(0, 60) });
  const { events } = await worker.wait({ task });
  assert.deepEqual(events[0]?.message?.parts, [
    { kind: 'text', text },
    { kind: 'data', data },
  ]);
  await worker.complete(task, text);
  const done = await asker.get(task);
  assert.deepEqual(
    done.history.map(({ parts }) => parts[0]),
    [
      { kind: 'text', text },
      { kind: 'text', text },
    ],
  );
}

test('hard text arrives as it was', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  for (const text of hard) await roundTrip(asker, worker, text);
});

test('the same with every frame cut at every byte, in both directions', async (t) => {
  const client = await connect(t, { binary: program(t, 'byte_pipe.js') });
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  for (const text of hard) await roundTrip(asker, worker, text);
  const exit = await client.dispose();
  assert.deepEqual(exit, { code: 0, signal: null });
});

test('what the host could not answer by id is refused here, and the session goes on', async (t) => {
  const client = await connect(t, { args: ['--max-frame-bytes', '65536'] });
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const refused = async (name: string, sent: Promise<unknown>): Promise<void> =>
    await assert.rejects(sent, (error: unknown) => isA2AError(error, name as never) && !error.retryable);
  await refused(errors.PARSE_ERROR.name, asker.send({ to: worker.id, text: 'half \ud83d' }));
  await refused(errors.PARSE_ERROR.name, asker.send({ to: worker.id, data: { 'half \udc00': 1 } }));
  let deep: object = {};
  for (let level = 0; level < 130; ++level) deep = { deep };
  await refused(errors.PARSE_ERROR.name, asker.send({ to: worker.id, data: deep as never }));
  await refused(errors.FRAME_TOO_LARGE.name, asker.send({ to: worker.id, files: [{ bytes: 'A'.repeat(65536) }] }));
  await roundTrip(asker, worker, 'still here');
});

test('nesting is refused here exactly where the host refuses it', async (t) => {
  const client = await connect(t);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const nested = (levels: number): object => (levels === 0 ? {} : { x: nested(levels - 1) });
  let deepest = 0;
  for (let levels = 110; levels < 130; ++levels) {
    try {
      await asker.send({ to: worker.id, data: nested(levels) as never });
      deepest = levels;
    } catch (error) {
      assert.ok(isA2AError(error, errors.PARSE_ERROR.name), String(error));
    }
  }
  // The envelope, params, message, parts, part and data are levels too.
  assert.equal(deepest, 128 - 6);
});
