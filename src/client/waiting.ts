import { bounds, errors, taskStateMachine } from '../../generated/ts/index.js';
import type { AgentLink, LinkCallOptions } from './agent_link.js';
import type { WaitOptions, WaitResult } from './agent_types.js';
import { CallTimeoutError, HostUnavailableError, isA2AError } from './errors.js';
import type { Inbox, Scope } from './inbox.js';
import { taskId } from './messages.js';

/**
 * A wait given up here cannot be taken back: it stays parked at the host for the rest of its slice. One for a task counts
 * in the host's search for cycles so long, so its slices are short; the link waits the rest out where it matters.
 */
const taskSliceSeconds = 2;
const sliceSeconds = 15;
/** How much later than its own end a wait may learn of it. */
const graceMs = 500;
/** A poll needs one round trip. */
const pollMs = 5_000;

/** What one wait wants. */
interface Wanted {
  scope: Scope;
  max: number;
  limitMs: number;
  /** When it is over, by the clock of performance. */
  end: number;
  signal: AbortSignal | undefined;
}

/**
 * Waits for events of an agent and takes them. What is pending is returned at once. While the wait lasts, events that it
 * asked for are nobody else's. Ends at its time even if the host hangs; goes on over a restart of the host.
 */
export async function waitForEvents(link: AgentLink, inbox: Inbox, options: WaitOptions): Promise<WaitResult> {
  const { seconds = bounds.A2A_DEFAULT_STREAM_WAIT_SECONDS.value, max = bounds.A2A_MAX_WAIT_EVENTS.value, signal } = options;
  signal?.throwIfAborted();
  const scope = { taskId: options.task === undefined ? undefined : taskId(options.task) };
  const limitMs = Math.min(Math.max(seconds, 0), bounds.A2A_MAX_STREAM_WAIT_SECONDS.value) * 1000;
  const wanted = { scope, max, limitMs, end: performance.now() + limitMs, signal };
  if (!inbox.behind || inbox.closed) {
    const pending = here(inbox, wanted, false);
    if (pending.events.length > 0) return pending;
  }
  // Who waits in a loop learns that it has no end.
  if (link.closed !== undefined) throw link.closed;
  const release = inbox.hold(scope);
  try {
    return await parked(link, inbox, wanted);
  } catch (error) {
    if (error instanceof CallTimeoutError && (limitMs === 0 || performance.now() >= wanted.end)) return here(inbox, wanted, true);
    // The agent was ended in order, by this client, while this wait was parked.
    const gone = error instanceof HostUnavailableError || isA2AError(error, errors.A2A_UNKNOWN_TOKEN.name);
    if (gone && link.ending) return here(inbox, wanted, false);
    throw error;
  } finally {
    release();
  }
}

/**
 * Takes what is here; nothing when the wait was aborted, even if its end was on its way then. `more`: the host has more of
 * what is wanted, as far as it was asked.
 */
function here(inbox: Inbox, { scope, max, signal }: Wanted, timedOut: boolean, more = inbox.behind): WaitResult {
  signal?.throwIfAborted();
  const events = inbox.take(scope, max);
  return {
    events,
    more: more || inbox.pending.some(({ event }) => event.taskId === (scope.taskId ?? event.taskId)),
    timedOut: timedOut && events.length === 0,
  };
}

/** Asks the host, slice by slice. */
async function parked(link: AgentLink, inbox: Inbox, wanted: Wanted): Promise<WaitResult> {
  const { scope, max, limitMs, end, signal } = wanted;
  /** Rounds in a row that brought nothing new although the host had something to say. */
  let vain = 0;
  let more = inbox.behind;
  for (;;) {
    const left = Math.max(0, end - performance.now());
    const slice = Math.min(Math.ceil(left / 1000), scope.taskId === undefined ? sliceSeconds : taskSliceSeconds);
    const how = { timeoutMs: limitMs === 0 ? pollMs : left + graceMs, repeat: true, ...(signal === undefined ? {} : { signal }) };
    const started = performance.now();
    inbox.flush();
    try {
      const answer = await link.api.events.wait(
        { ...(scope.taskId === undefined ? {} : { taskId: scope.taskId }), timeoutSeconds: slice, max },
        how,
      );
      signal?.throwIfAborted();
      const { events } = answer;
      ({ more } = answer);
      const fresh = inbox.claim(events);
      if (fresh.length > 0) return { events: fresh, more, timedOut: false };
      // Events that somebody had taken already end no wait, and nothing before its time does so either unless the task has
      // ended: a host that is about to end lets all waits go, and the wait goes on at the next one.
      const early = slice > 0 && performance.now() - started < slice * 1000;
      if (events.length === 0 && early && (await hasEnded(link, scope, how))) return here(inbox, wanted, false, more);
      vain = events.length === 0 && !early ? 0 : vain + 1;
    } catch (error) {
      // What the store refused in the same batch, such as an acknowledgement, is no end of a wait.
      if (!isA2AError(error, errors.STORE_UNAVAILABLE.name) || limitMs === 0) throw error;
      vain = Math.max(vain + 1, 2);
    }
    if (performance.now() >= end) return here(inbox, wanted, true, more);
    if (vain > 1) {
      // The host shows again what it could not be told is taken, and may have no room on its page for what is new.
      await inbox.pause(vain, Math.max(0, end - performance.now()), signal);
      const came = inbox.behind ? undefined : here(inbox, wanted, false);
      if (came !== undefined && came.events.length > 0) return came;
    }
  }
}

/** Asked for after the wait was let go, so a host that is about to end does not answer this any more; the next one does. */
async function hasEnded(link: AgentLink, { taskId: id }: Scope, how: LinkCallOptions): Promise<boolean> {
  if (id === undefined) return false;
  const { task } = await link.api.tasks.get({ id, historyLength: 0 }, how);
  return taskStateMachine.isTerminal(task.status.state);
}
