// Calls that the host parks: how long, and whether it let one go before its time.
import { bounds, taskStateMachine, type TaskResult } from '../../generated/ts/index.js';

/** The host may end a wait that much later than it should. */
const lateMs = 250;
/** Two clocks measure the longest wait; they may differ so much. */
const skewMs = 1_000;

/** How long the host may park a wait; 0 for other calls. */
export function parkedMs(params: object): number {
  const seconds: unknown = 'taskId' in params && 'timeoutSeconds' in params ? params.timeoutSeconds : 0;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 + lateMs : 0;
}

/**
 * A blocking send was answered after `ms` with a task that does not rest: so does a host that is about to end (contract
 * section 1). Whether it is, tells the same call once more: it is refused, or parked again.
 */
export function releasedEarly(params: object, result: object, ms: number): boolean {
  const { configuration } = params as { configuration?: { blocking?: boolean } };
  if (configuration?.blocking !== true || ms >= bounds.A2A_MAX_STREAM_WAIT_SECONDS.value * 1000 - skewMs) return false;
  const { state } = (result as TaskResult).task.status;
  return !taskStateMachine.isTerminal(state) && !taskStateMachine.isPaused(state);
}
