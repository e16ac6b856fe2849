import type { ErrorData } from '../../generated/ts/index.js';

/** What a call rejects with when the host refused it (contract section 1, errors). */
export class A2AError extends Error {
  override readonly name = 'A2AError';
  /** Name of the error in the catalogue, such as the one for an unknown task. */
  readonly errorCode: string;
  /** Repeating the same call later can help. */
  readonly retryable: boolean;

  constructor(
    readonly method: string,
    /** JSON-RPC `error.code`. */
    readonly code: number,
    message: string,
    readonly data: Partial<ErrorData> = {},
  ) {
    super(message);
    this.errorCode = data.errorCode ?? '';
    this.retryable = data.retryable ?? false;
  }
}

/** What pending calls reject with when the host process ended, and later calls at once. */
export class HostGoneError extends Error {
  override readonly name = 'HostGoneError';
}
