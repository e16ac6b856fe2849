import { bounds, errors } from '../../generated/ts/index.js';
import type { AgentLink } from './agent_link.js';
import type { WaitOptions, WaitResult } from './agent_types.js';
import { CallTimeoutError, HostUnavailableError, isA2AError } from './errors.js';
import type { Inbox } from './inbox.js';
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

/**
 * Waits for events of an agent and takes them. What is pending is returned at once. While the wait lasts, events that it
 * asked for are nobody else's. Ends at its time even if the host hangs; goes on over a restart of the host.
 */
export async function waitForEvents(link: AgentLink, inbox: Inbox, options: WaitOptions): Promise<WaitResult> {
  const { seconds = bounds.A2A_DEFAULT_STREAM_WAIT_SECONDS.value, max = bounds.A2A_MAX_WAIT_EVENTS.value, signal } = options;
  signal?.throwIfAborted();
  const scope = { taskId: options.task === undefined ? undefined : taskId(options.task) };
  const limitMs = Math.min(Math.max(seconds, 0), bounds.A2A_MAX_STREAM_WAIT_SECONDS.value) * 1000;
  const end = performance.now() + limitMs;
  const here = (timedOut: boolean): WaitResult => {
    const events = inbox.take(scope, max);
    return {
      events,
      more: inbox.behind || inbox.pending.some(({ event }) => event.taskId === (scope.taskId ?? event.taskId)),
      timedOut: timedOut && events.length === 0,
    };
  };
  if (!inbox.behind) {
    const pending = here(false);
    if (pending.events.length > 0) return pending;
  }
  const release = inbox.hold(scope);
  /** Rounds in a row that brought nothing new although the host had something to say. */
  let vain = 0;
  try {
    for (;;) {
      const left = Math.max(0, end - performance.now());
      const slice = Math.min(Math.ceil(left / 1000), scope.taskId === undefined ? sliceSeconds : taskSliceSeconds);
      const started = performance.now();
      inbox.flush();
      try {
        const { events, more } = await link.api.events.wait(
          { ...(scope.taskId === undefined ? {} : { taskId: scope.taskId }), timeoutSeconds: slice, max },
          { timeoutMs: limitMs === 0 ? pollMs : left + graceMs, repeat: true, ...(signal === undefined ? {} : { signal }) },
        );
        const fresh = inbox.claim(events);
        if (fresh.length > 0) return { events: fresh, more, timedOut: false };
        // Events that somebody had taken already end no wait; nothing before its time does: the task or the agent ended.
        const early = performance.now() - started < slice * 1000;
        if (events.length === 0 && early && slice > 0) return here(false);
        vain = events.length === 0 ? 0 : vain + 1;
      } catch (error) {
        // What the store refused in the same batch, such as an acknowledgement, is no end of a wait.
        if (!isA2AError(error, errors.STORE_UNAVAILABLE.name) || limitMs === 0) throw error;
        vain = Math.max(vain + 1, 2);
      }
      if (performance.now() >= end) return here(true);
      if (vain > 1) {
        // The host shows again what it could not be told is taken, and may have no room on its page for what is new.
        await inbox.pause(vain, Math.max(0, end - performance.now()), signal);
        signal?.throwIfAborted();
        const came = inbox.behind ? undefined : here(false);
        if (came !== undefined && came.events.length > 0) return came;
      }
    }
  } catch (error) {
    if (error instanceof CallTimeoutError && (limitMs === 0 || performance.now() >= end)) return here(true);
    // The agent was ended in order, by this client.
    if (error instanceof HostUnavailableError && inbox.ended) return here(false);
    throw error;
  } finally {
    release();
  }
}
