// The inbox and its waits by themselves: what the host may say twice is there once, and early answers are no end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentLink, AgentServices, LinkCallOptions } from '../../src/client/agent_link.js';
import type { AgentEvent } from '../../src/client/index.js';
import { Inbox } from '../../src/client/inbox.js';
import { waitForEvents } from '../../src/client/waiting.js';

type Events = AgentServices<LinkCallOptions>['events'];

/** A host that never confirms what is taken. */
const silent: Events = {
  wait: () => new Promise(() => undefined),
  ack: () => new Promise(() => undefined),
};

function event(seq: number): AgentEvent {
  return {
    recipient: 'worker',
    seq,
    event: { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working', timestamp: '' }, final: false },
  } as unknown as AgentEvent;
}

test('an event that is notified twice is pending once', () => {
  const inbox = new Inbox(silent, () => undefined);
  for (const seq of [1, 2, 1, 2, 3]) inbox.deliver(event(seq));
  assert.deepEqual(
    inbox.pending.map(({ seq }) => seq),
    [1, 2, 3],
  );
});

test('an event that is notified again after it was taken does not come back', () => {
  const inbox = new Inbox(silent, () => undefined);
  inbox.deliver(event(1));
  assert.deepEqual(
    inbox.take({ taskId: undefined }, 32).map(({ seq }) => seq),
    [1],
  );
  inbox.deliver(event(1));
  assert.deepEqual(inbox.pending, []);
  // Nor one that a wait brought before its notification.
  inbox.claim([event(2)]);
  inbox.deliver(event(2));
  assert.deepEqual(inbox.pending, []);
});

test('an event in a reply that came before the acknowledgement, and is looked at after it, does not come back', async () => {
  const inbox = new Inbox({ ...silent, ack: async () => ({ ok: true }) }, () => undefined);
  inbox.deliver(event(1));
  assert.equal(inbox.take({ taskId: undefined }, 32).length, 1);
  // Replies of one chunk reach their callers in one turn, some later than others.
  for (let steps = 0; steps < 50; ++steps) await Promise.resolve();
  assert.deepEqual(inbox.claim([event(1)]), []);
});

type Answer = Awaited<ReturnType<Events['wait']>>;

/** An agent whose host answers its waits by these functions, one after the other, and has a task that is open. */
function answering(...answers: (() => Answer)[]): { link: AgentLink; inbox: Inbox } {
  const events: Events = { ...silent, wait: async () => (answers.shift() ?? assert.fail('one wait too many'))() };
  const tasks = { get: async () => ({ task: { status: { state: 'working' } } }) };
  const link = { api: { events, tasks }, closed: undefined, ending: false } as unknown as AgentLink;
  return { link, inbox: new Inbox(events, () => undefined) };
}

const empty: Answer = { events: [], more: false };

test('a wait that is aborted while its answer is on the way takes nothing', async () => {
  const stop = new AbortController();
  const { link, inbox } = answering(() => {
    stop.abort(new Error('no more'));
    return { events: [event(1)], more: false };
  });
  await assert.rejects(waitForEvents(link, inbox, { signal: stop.signal }), /no more/);
  inbox.deliver(event(1));
  assert.deepEqual(
    inbox.pending.map(({ seq }) => seq),
    [1],
  );
});

test('an empty answer before its time ends no wait while the task is open', async () => {
  for (const task of [undefined, 't']) {
    const { link, inbox } = answering(
      () => empty,
      () => ({ events: [event(1)], more: false }),
    );
    const { events } = await waitForEvents(link, inbox, { seconds: 60, ...(task === undefined ? {} : { task }) });
    assert.deepEqual(
      events.map(({ seq }) => seq),
      [1],
    );
  }
});

test('what was left with the host is fetched although some are here, and told of', async () => {
  let held = [event(1)];
  let announced = 0;
  const wait = async (_: object, how?: LinkCallOptions<Answer>): Promise<Answer> => {
    const answer = { events: held.slice(0, 32), more: held.length > 32 };
    how?.onResult?.(answer, false);
    return answer;
  };
  const inbox = new Inbox({ ...silent, wait: wait as Events['wait'] }, () => ++announced);
  const seqs = (): unknown[] => inbox.pending.map(({ seq }) => seq);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  inbox.deliver(event(1));
  held = [event(1), event(2)];
  inbox.catchUp();
  await turn();
  assert.deepEqual(seqs(), [1, 2]);
  assert.equal(inbox.behind, false);
  inbox.deliver(event(3));
  await turn();
  assert.deepEqual(seqs(), [1, 2, 3]);
  // The host shows a page; what is above stays there and is told of all the same.
  held = Array.from({ length: 40 }, (_, at) => event(at + 1));
  inbox.catchUp();
  await turn();
  assert.equal(inbox.pending.length, 32);
  const before = announced;
  inbox.deliver(event(41));
  await turn();
  assert.deepEqual([inbox.pending.length, inbox.behind, announced], [32, true, before + 1]);
});

test('a wait for a task that ended says that there is no more of it, whatever the host holds besides', async () => {
  const { link, inbox } = answering(
    () => assert.fail('no page for this inbox'),
    () => empty,
  );
  Object.assign(link.api.tasks, { get: async () => ({ task: { status: { state: 'completed' } } }) });
  inbox.catchUp();
  assert.deepEqual(await waitForEvents(link, inbox, { task: 'other', seconds: 60 }), { events: [], more: false, timedOut: false });
  assert.equal(inbox.behind, true);
});
