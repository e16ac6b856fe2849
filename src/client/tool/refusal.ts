// Why a call was not done: what was wrong, what is true now, and the call to make instead.
import type { ErrorName } from '../../../generated/ts/index.js';
import type { NextCall } from './suggest.js';

export interface RefusalParts {
  /** Error of the catalogue, or a name of the tool's own for what never reached the host. */
  code?: ErrorName | 'BAD_CALL' | 'HOST_UNAVAILABLE' | 'CALL_TIMEOUT';
  /** What was wrong and what is true now, in sentences. */
  text: string;
  /** What to do, in words; the catalogue's advice for errors of the host. */
  advice?: string;
  next?: NextCall;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: NonNullable<RefusalParts['code']>;
  readonly advice: string | undefined;
  readonly next: NextCall | undefined;

  constructor({ code = 'BAD_CALL', text, advice, next }: RefusalParts) {
    super(text);
    this.code = code;
    this.advice = advice;
    this.next = next;
  }
}

/** Throws a refusal of a call that is wrong in itself. */
export function refuse(text: string, next?: NextCall, advice?: string): never {
  throw new Refusal({ text, ...(advice === undefined ? {} : { advice }), ...(next === undefined ? {} : { next }) });
}
