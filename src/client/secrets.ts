import type { RegisterResult } from '../../generated/ts/index.js';

/** A registration whose secrets can be read by name, and are in no inspection, JSON or copy of it. */
class Registration implements RegisterResult {
  readonly agentId: string;
  readonly resumed: boolean;
  #token: string;
  #resumeSecret: string;

  constructor({ agentId, resumed, token, resumeSecret }: RegisterResult) {
    this.agentId = agentId;
    this.resumed = resumed;
    this.#token = token;
    this.#resumeSecret = resumeSecret;
  }

  get token(): string {
    return this.#token;
  }

  get resumeSecret(): string {
    return this.#resumeSecret;
  }
}

/** `result`, with the secrets of a registration out of sight. */
export function concealed<R extends object>(result: R): R {
  return 'token' in result && 'resumeSecret' in result ? (new Registration(result as never) as never) : result;
}
