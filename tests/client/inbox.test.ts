// The inbox by itself: what the host may say twice is there once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentServices, LinkCallOptions } from '../../src/client/agent_link.js';
import type { AgentEvent } from '../../src/client/index.js';
import { Inbox } from '../../src/client/inbox.js';

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
