// What a client of the plans protocol does; compiled by served.test.ts together with the TypeScript that is generated for
// that protocol, under the strictest flags.
import assert from 'node:assert/strict';
import { Connection, FaultError, PLANS_MAX_TITLE_CHARS, RpcError, errors } from './generated/index.js';
import type { HostNotification, Plan, PlanResult, Step } from './generated/index.js';

/** A running service: what it is told, and what it says, line by line. */
export interface Pipe {
  send(line: string): void;
  onLine(take: (line: string) => void): void;
  /** Closes the service's input. */
  end(): void;
}

interface Client {
  connection: Connection;
  pipe: Pipe;
  heard: HostNotification[];
  lines: string[];
}

function connect(pipe: Pipe, validate = true): Client {
  const heard: HostNotification[] = [];
  const lines: string[] = [];
  const connection = new Connection({
    send: (frame) => pipe.send(frame),
    onNotification: (one) => heard.push(one),
    validate,
  });
  pipe.onLine((line) => {
    lines.push(line);
    connection.receive(line);
  });
  return { connection, pipe, heard, lines };
}

const beyond = 2n ** 53n + 1n; // the least integer that a double cannot hold
const small = (id: number | bigint, change: Partial<Plan> = {}): Plan => ({ id, title: 'x', ...change });

function walked(step: Step): number {
  switch (step.do) {
    case 'walk':
      return step.way.length;
    case 'wait':
      return step.minutes;
    case 'call somebody':
      return step.name.length;
  }
}

const everything: Plan = {
  id: beyond,
  title: 'A "day" \u2028 in the \u{1f333}',
  due: null,
  mood: 'in-a-hurry',
  steps: [
    { do: 'walk', way: [0.5, -1e300] },
    { do: 'wait', minutes: 7 },
    { do: 'call somebody', name: 'Ann', notes: { '#1': '#1', '=': '=', list: [1, null, { deep: '\\#' }] } },
  ],
  costs: { Ann: { cents: 18446744073709551615n, rate: 1.25 }, Bob: { cents: 3 } },
  labels: { constructor: 'a', '': 'b', '#9007199254740993': '#9007199254740993' },
  parts: [small(1), small(2, { parts: [small(3, { steps: [{ do: 'wait', minutes: 0 }] })], due: '2026-11-30' })],
  owner: { name: 'Ann', deputy: { name: 'Bob', deputy: { name: 'Eve' } } },
};

async function refusal(call: Promise<unknown>): Promise<RpcError> {
  const error: unknown = await call.then(() => undefined, (why: unknown) => why);
  assert.ok(error instanceof RpcError, String(error));
  return error;
}

/** By name; each runs against a service of its own. */
export const scenarios: Readonly<Record<string, (pipe: Pipe) => Promise<void>>> = {
  'a call carries unions, maps, recursion, nested types and null there and back': async (pipe) => {
    const { connection } = connect(pipe);
    const { plan, steps } = await connection.services.plans.add({ plan: everything });
    assert.deepEqual(plan, { ...everything, id: beyond + 1n, parts: [small(1, { due: null }), {
      ...small(2, { due: '2026-11-30' }), parts: [small(3, { due: null, steps: [{ do: 'wait', minutes: 0 }] })],
    }] });
    assert.equal(steps, 4);
    assert.deepEqual(plan.steps?.map(walked), [2, 7, 3]);
  },

  'integers of 64 bits are exact over the whole range, and plain numbers where a double holds them': async (pipe) => {
    const { connection, lines } = connect(pipe);
    for (const id of [beyond, -beyond, 2n ** 63n - 2n, -(2n ** 63n)]) {
      const { plan } = await connection.call('plans.add', { plan: small(id) });
      assert.equal(plan.id, id + 1n);
      assert.match(lines.at(-1) ?? '', new RegExp(`"id":${id + 1n},`));
      assert.equal((await connection.call('plans.get', { id: id + 1n })).plan.id, id + 1n);
    }
    const { plan } = await connection.call('plans.add', { plan: small(41) });
    assert.strictEqual(plan.id, 42);
    await assert.rejects(connection.call('plans.get', { id: 2n ** 63n }), FaultError);
  },

  'the schema\'s own errors arrive with code, errorCode and data': async (pipe) => {
    const { connection } = connect(pipe);
    await connection.services.plans.add({ plan: small(beyond) });
    const unknown = await refusal(connection.services.plans.get({ id: 5 }));
    assert.deepEqual([unknown.code, unknown.errorCode, unknown.message, unknown.method, unknown.retryable],
      [errors.PLANS_UNKNOWN.code, 'PLANS_UNKNOWN', 'Nobody planned that.', 'plans.get', false]);
    assert.deepEqual(unknown.data, { errorCode: 'PLANS_UNKNOWN', planId: 5, knownIds: [beyond + 1n] });
  },

  'a validator refuses before anything is sent, with the words of the host': async (pipe) => {
    const { connection } = connect(pipe);
    const unchecked = connect(pipe, false).connection;
    const title = 'é'.repeat(PLANS_MAX_TITLE_CHARS + 1);
    const bad = small(1, { parts: [small(2, { title })] });
    const ours: unknown = await connection.services.plans.add({ plan: bad }).catch((why: unknown) => why);
    assert.ok(ours instanceof FaultError);
    const theirs = await refusal(unchecked.services.plans.add({ plan: bad }));
    assert.deepEqual([theirs.code, theirs.errorCode], [2413, 'PLANS_TITLE_TOO_LONG']);
    assert.deepEqual(theirs.data, { errorCode: 'PLANS_TITLE_TOO_LONG', path: '/params/plan/parts/0/title', limit: 'title', max: 40, actual: 41 });
    const { path, error, limit, max, actual, text } = ours.fault;
    assert.deepEqual({ errorCode: error, path, limit, max, actual }, theirs.data);
    assert.equal(text, theirs.message);
  },

  'the runtime answers with the errors of JSON-RPC in this schema\'s data': async (pipe) => {
    const { connection } = connect(pipe, false);
    const answer = (line: string): Promise<Record<string, unknown>> => new Promise((resolve) => {
      pipe.onLine((text) => resolve(JSON.parse(text) as Record<string, unknown>));
      pipe.send(line);
    });
    const error = (code: number, message: string, data: object): object => ({ jsonrpc: '2.0', id: null, error: { code, message, data } });
    assert.deepEqual(await answer('{"nonsense'), error(-32700, 'Not valid JSON at byte 10: the string has no end.', { errorCode: 'PARSE_ERROR' }));
    assert.deepEqual(await answer('[]'),
      error(-32600, 'Batches are not supported: write each request on a line of its own, many may be in flight.', { errorCode: 'INVALID_REQUEST' }));
    const odd = await answer('{"jsonrpc":"2.0","id":1,"method":"plans.add","params":7}');
    assert.deepEqual(odd['error'], { code: -32602, message: 'params must be an object, not a number.', data: { errorCode: 'INVALID_PARAMS', path: '/params' } });
    pipe.onLine((line) => connection.receive(line));
    const missing = await refusal(connection.call('plans.none' as 'plans.get', { id: 1 }));
    assert.deepEqual([missing.code, missing.errorCode, missing.message], [-32601, 'NOT_FOUND', 'There is no method "plans.none".']);
    const wrong = await refusal(connection.call('plans.get', { id: 'one' as unknown as number }));
    assert.deepEqual([wrong.code, wrong.errorCode, wrong.data.path], [-32602, 'INVALID_PARAMS', '/params/id']);
  },

  'a notification arrives typed and behind the reply of the call that caused it': async (pipe) => {
    const { connection, heard, lines } = connect(pipe);
    const result = await connection.services.plans.add({ plan: small(beyond) });
    await connection.services.plans.get({ id: result.plan.id });
    assert.deepEqual(heard, [{ method: 'plans.added', params: result }]);
    assert.deepEqual(lines.map((line) => 'method' in (JSON.parse(line) as object)), [false, true, false]);
    for (const { method, params } of heard) {
      const known: 'plans.added' = method;
      const typed: PlanResult = params;
      assert.ok(known && typed.steps === 0);
    }
  },

  'a call may be answered later, given up, or refused at the end': async (pipe) => {
    const { connection } = connect(pipe);
    const later = connection.services.plans.await({ id: 8 });
    const never = refusal(connection.services.plans.await({ id: 9 }));
    const abort = new AbortController();
    const given = assert.rejects(connection.services.plans.await({ id: 10 }, { signal: abort.signal }), /enough/);
    abort.abort(new Error('enough'));
    await given;
    await connection.services.plans.add({ plan: small(7) });
    assert.equal((await later).plan.id, 8);
    pipe.end();
    assert.deepEqual([(await never).errorCode, (await never).retryable], ['HOST_SHUTTING_DOWN', true]);
    connection.close(new Error('gone'));
    await assert.rejects(connection.services.plans.get({ id: 1 }), /gone/);
  },

  'what comes from a host that breaks the schema is refused': async (pipe) => {
    const { connection, heard } = connect(pipe);
    const broken = connection.call('plans.get', { id: 1 });
    connection.receive('{"jsonrpc":"2.0","id":"1","result":{"plan":{"id":1,"title":"x","due":null},"steps":"none"}}');
    await assert.rejects(broken, (error: unknown) => error instanceof FaultError && error.fault.path === '/result/steps');
    assert.throws(() => connection.receive('{"jsonrpc":"2.0","method":"plans.added","params":{}}'), FaultError);
    connection.receive('{"jsonrpc":"2.0","method":"plans.newer","params":{}}');
    connection.receive('{"jsonrpc":"2.0","id":"77","result":{}}');
    assert.throws(() => connection.receive('{"jsonrpc"'), SyntaxError);
    assert.deepEqual(heard, []);
  },
};
