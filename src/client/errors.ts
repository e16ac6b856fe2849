import { errors, type ErrorData, type ErrorName } from '../../generated/ts/index.js';
import type { HostExit } from './host_process.js';

/** Errors that this client makes itself; they are never on the wire. */
export type ClientErrorName = 'HOST_UNAVAILABLE' | 'CALL_TIMEOUT';
export type ErrorCode = ErrorName | ClientErrorName;

/** `code` of what was never on the wire. */
const offWire = 0;

/** What a call rejects with when the host refused it (contract section 1, errors), or when no reply came. */
export class A2AError extends Error {
  override readonly name: string = 'A2AError';
  /** Name of the error in the catalogue, such as the one for an unknown task. */
  readonly errorCode: string;
  /** Repeating the same call later can help. */
  readonly retryable: boolean;

  constructor(
    readonly method: string,
    /** JSON-RPC `error.code`; 0 for the client's own. */
    readonly code: number,
    message: string,
    readonly data: Partial<ErrorData> = {},
  ) {
    super(message);
    this.errorCode = data.errorCode ?? '';
    this.retryable = data.retryable ?? false;
  }
}

/** What pending calls reject with when the host process ended, and later calls when it does not come back. */
export class HostUnavailableError extends A2AError {
  override readonly name = 'HostUnavailableError';

  constructor(
    message: string,
    /** How the process ended, if it was there at all. */
    readonly exit?: HostExit,
  ) {
    super('', offWire, message, { errorCode: 'HOST_UNAVAILABLE' satisfies ClientErrorName, retryable: true });
  }
}

/** No reply within the call's own deadline. The host may still run the call, or have run it. */
export class CallTimeoutError extends A2AError {
  override readonly name = 'CallTimeoutError';

  constructor(method: string, timeoutMs: number) {
    super(method, offWire, `${method}: no reply within ${Math.ceil(timeoutMs)} ms.`, {
      errorCode: 'CALL_TIMEOUT' satisfies ClientErrorName,
      retryable: true,
    });
  }
}

/** A refusal that needs no round trip: the host would answer it in a way that names no call. */
export function refusedHere(method: string, name: ErrorName, message: string, data: Partial<ErrorData> = {}): A2AError {
  const { code, retryable } = errors[name];
  return new A2AError(method, code, message, { ...data, errorCode: name, retryable });
}

/** `error` is an A2AError, of this name if one is given. */
export function isA2AError(error: unknown, name?: ErrorCode): error is A2AError {
  return error instanceof A2AError && (name === undefined || error.errorCode === name);
}
