// What is too long to be repeated in a suggested call: kept under a name that only that call has.
import { refuse } from './refusal.js';

/** Fields whose content is kept; each name says which it is. */
export type KeptField = 'text' | 'data' | 'files';

/** What is older than this many others is forgotten. */
const MAX_KEPT = 32;
/** Characters of all of them; the newest is kept whatever its length is. */
const MAX_CHARS = 64 * 1024 * 1024;

const name = /^["'`]?(<same (?:text|data|files) \d{1,9}>)["'`]?$/;
const nameless = /^["'`]?<same (?:text|data|files)[^<>]{0,20}>["'`]?$/;

export class Kept {
  #byName = new Map<string, { value: unknown; chars: number }>();
  #last = 0;

  /** Keeps `value`; the result stands for it in a call. */
  keep(field: KeptField, value: unknown, chars: number): string {
    const word = `<same ${field} ${++this.#last}>`;
    this.#byName.set(word, { value, chars });
    let sum = [...this.#byName.values()].reduce((all, one) => all + one.chars, 0);
    for (const [old, one] of this.#byName) {
      if (old === word || (this.#byName.size <= MAX_KEPT && sum <= MAX_CHARS)) break;
      this.#byName.delete(old);
      sum -= one.chars;
    }
    return word;
  }

  /**
   * `value` with what is kept instead of the names in it, however deep they stand; their names are added to `used`.
   * A name that stands for nothing is refused: whatever it meant, no other text may go in its place.
   */
  restore(value: unknown, used: Set<string>, depth = 0): unknown {
    if (typeof value === 'string') return value.length > 60 ? value : this.#restored(value, used);
    if (typeof value !== 'object' || value === null || depth > 6) return value;
    if (Array.isArray(value)) return value.map((one) => this.restore(one, used, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.restore(one, used, depth + 1)]));
  }

  #restored(value: string, used: Set<string>): unknown {
    const word = name.exec(value.trim())?.[1];
    const kept = word === undefined ? undefined : this.#byName.get(word);
    if (word !== undefined && kept !== undefined) {
      used.add(word);
      return kept.value;
    }
    if (!nameless.test(value.trim())) return value;
    return refuse(
      `${value.trim()} stands for nothing that is kept: it was sent already, or too much has come since.`,
      { action: 'get' },
      'Make the call with the words themselves.',
    );
  }

  /** These have served their purpose. */
  forget(words: Iterable<string>): void {
    for (const word of words) this.#byName.delete(word);
  }
}
