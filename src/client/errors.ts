/** What a call rejects with when the host refused it (contract section 1, errors). */
export { RpcError as A2AError } from '../../generated/ts/index.js';

/** What pending calls reject with when the host process ended, and later calls at once. */
export class HostGoneError extends Error {
  override readonly name = 'HostGoneError';
}
