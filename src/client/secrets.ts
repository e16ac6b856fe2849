import { inspect } from 'node:util';
import type { RegisterResult } from '../../generated/ts/index.js';

type Secrets = Pick<RegisterResult, 'token' | 'resumeSecret'>;

const kept = new WeakMap<object, Secrets>();

/**
 * What a registration inherits its secrets from. They can be read by name and are nobody's property: no inspection, JSON,
 * copy or enumeration has them. An inspection that is told to call getters does not look into a prototype that says it is
 * a plain object's.
 */
const prototype: object = Object.create(Object.prototype, {
  constructor: { value: Object },
  token: { get: secret('token') },
  resumeSecret: { get: secret('resumeSecret') },
  // Says what would be there, so that nobody takes the secrets for missing.
  [inspect.custom]: {
    value(this: RegisterResult): object {
      return { ...this, token: '(hidden)', resumeSecret: '(hidden)' };
    },
  },
}) as object;

function secret(name: keyof Secrets): (this: object) => string | undefined {
  return function (this: object) {
    return kept.get(this)?.[name];
  };
}

/** `result`, with the secrets of a registration out of sight. */
export function concealed<R extends object>(result: R): R {
  if (!('token' in result && 'resumeSecret' in result)) return result;
  const { token, resumeSecret, ...rest } = result as unknown as RegisterResult;
  const registration = Object.assign(Object.create(prototype) as object, rest);
  kept.set(registration, { token, resumeSecret });
  return registration as R;
}
