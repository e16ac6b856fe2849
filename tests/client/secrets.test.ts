// Tokens and resume secrets are in nothing that is printed: inspection, JSON, errors, logs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { withDelegate, type Agent, type ClientOptions } from '../../src/client/index.js';
import { card, connect, register } from './support.js';

/** Secrets of the protocol: 256 bits in base64url. */
const secret = /[A-Za-z0-9_-]{43}/g;

/** Everything that can be printed of a value. */
function prints(value: unknown): string {
  const deep = { depth: Infinity, showHidden: true, maxStringLength: null, maxArrayLength: null } as const;
  const inspections = [false, true].flatMap((getters) =>
    [false, true].flatMap((customInspect) =>
      [false, true].map((showProxy) => inspect(value, { ...deep, getters, customInspect, showProxy })),
    ),
  );
  const error = value instanceof Error ? [value.stack, value.message, inspect(value.cause, deep)] : [];
  const own =
    typeof value === 'object' && value !== null ? Object.getOwnPropertyNames(value).map((name) => Reflect.get(value, name) as unknown) : [];
  return [
    inspect(value),
    ...inspections,
    inspect(value, { getters: true }),
    JSON.stringify(value),
    String(value),
    ...error,
    inspect(own, deep),
  ].join('\n');
}

function expectNone(what: string, value: unknown, known: readonly string[] = []): void {
  const printed = prints(value);
  for (const one of known) assert.ok(!printed.includes(one), what);
  // The contract's hash is 64 digits of hexadecimal; everything else of such length would be a secret.
  const found = printed
    .replaceAll(/\b[0-9a-f]{64}\b/g, '')
    .match(secret)
    ?.filter((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9]/.test(text));
  assert.deepEqual(found ?? [], [], what);
}

/** What is written to the pipe, seen from the inside of Node. */
function tap(t: { after: (end: () => void) => void }): string[] {
  const written: string[] = [];
  const stringify = JSON.stringify;
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    if (text?.startsWith('{"jsonrpc"')) written.push(text);
    return text;
  }) as typeof stringify;
  t.after(() => {
    JSON.stringify = stringify;
  });
  return written;
}

test('no object, error or log shows a token or a resume secret', async (t) => {
  const frames = tap(t);
  const logs: string[] = [];
  const options: Partial<ClientOptions> = { onLog: (text) => logs.push(text), args: ['--log-level=debug'].slice(1) };
  const client = await connect(t, options);
  const [asker, worker] = [await register(client, 'asker'), await register(client, 'worker')];
  const task = await asker.send({ to: worker.id, text: 'x' });
  const events = await worker.wait({ task });
  const waiting = asker.wait({ task });
  const objects: [string, unknown][] = [
    ['client', client],
    ['agent', asker],
    ['task', task],
    ['events', events],
    ['waiting', waiting],
  ];

  const errors: unknown[] = [];
  const fails = async (call: Promise<unknown>): Promise<void> =>
    void errors.push(
      await call.then(
        () => assert.fail('it worked'),
        (error: unknown) => error,
      ),
    );
  await fails(asker.get('no such task'));
  await fails(asker.complete(task, 'not mine'));
  await fails(asker.send({ to: worker.id, text: 'half \ud83d' }));
  await fails(asker.send({ to: 'nobody', text: 'x' }));
  await fails(asker.send({ to: worker.id, text: 'x' }, { blocking: true, timeoutMs: 1 }));
  await fails(asker.send({ to: worker.id, parts: [] }));
  await fails(client.tasks.get({ token: 'wrong', id: task.id }));

  // By now the frames hold both tokens, which shows that this test can see them.
  const tokens = [...new Set(frames.flatMap((frame) => /"token":"([^"]{43})"/.exec(frame)?.[1] ?? []))];
  assert.equal(tokens.length, 2);
  await worker.complete(task, 'done');
  await waiting;

  const raw = await client.agents.register({ contextId: 'ctx', card: card('raw') });
  const secrets = [...tokens, raw.token, raw.resumeSecret];
  assert.match(raw.token, /^[\w-]{43}$/);
  assert.match(raw.resumeSecret, /^[\w-]{43}$/);
  assert.deepEqual({ ...raw }, { agentId: 'raw', resumed: false });
  assert.match(inspect(raw), /token: '\(hidden\)'/);
  objects.push(['registration', raw], ['copy of it', { ...raw }], ['inside something', { nested: [raw] }], ['clone', structuredClone(raw)]);
  objects.push(['what it inherits', Object.getPrototypeOf(raw)]);
  await client.agents.deregister({ token: raw.token });
  await withDelegate(client, card('delegate'), { contextId: 'ctx' }, async (agent: Agent) => void objects.push(['delegate', agent]));

  for (const [what, value] of objects) expectNone(what, value, secrets);
  await client.dispose();
  await fails(asker.get(task));
  for (const error of errors) expectNone('error', error, secrets);
  expectNone('log', logs.join(''), secrets);
});
