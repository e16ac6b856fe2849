// What is too long to be repeated in a suggested call: kept under a name that only that call has.
import { randomUUID } from 'node:crypto';
import { refuse } from './refusal.js';
import { parseJson } from './values.js';

/** Fields whose content is kept; each name says which it is. */
export type KeptField = 'text' | 'data' | 'files';

/** What is older than this many others is forgotten. */
const MAX_KEPT = 32;
/** Characters of all of them; the newest is kept whatever its length is. */
const MAX_CHARS = 64 * 1024 * 1024;

/** A name, or something that was meant for one. Those of other instances look the same, and stand for nothing here. */
const somewhere = /(?:<|&lt;)same (text|data|files) ([\w-]{1,24})(?:>|&gt;)/gi;
/** The whole of a text: a name, maybe in quotation marks and without its brackets. */
const whole = /^["'`*]{0,3}(?:<|&lt;)?same (text|data|files) ([0-9a-f]{6}-\d{1,9})(?:>|&gt;)?["'`*]{0,3}$/i;
const nameless = /^["'`*]{0,3}(?:<|&lt;)same (?:text|data|files)[^<>]{0,20}(?:>|&gt;)["'`*]{0,3}$/i;
/** Longer ones than this are no names, whatever stands around them. */
const NAME_CHARS = 60;

export class Kept {
  #byName = new Map<string, { value: unknown; chars: number }>();
  #last = 0;
  /** In every name, so that none of another instance or of an earlier process means something here. */
  readonly #instance = randomUUID().slice(0, 6);

  /** Keeps `value`; the result stands for it in a call. */
  keep(field: KeptField, value: unknown, chars: number): string {
    const word = `<same ${field} ${this.#instance}-${++this.#last}>`;
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
   * `value` with what is kept instead of the names in it, however deep they stand and inside of longer texts too; their
   * names are added to `used`. A name that stands for nothing is refused: whatever it meant, no other text may go in its
   * place, and itself it says nothing to anybody.
   */
  restore(value: unknown, used: Set<string>, depth = 0): unknown {
    if (typeof value === 'string') return this.#restored(value, used, depth);
    if (typeof value !== 'object' || value === null || depth > 6) return value;
    if (Array.isArray(value)) return value.map((one) => this.restore(one, used, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.restore(one, used, depth + 1)]));
  }

  #restored(value: string, used: Set<string>, depth: number): unknown {
    const trimmed = value.length > 2 * NAME_CHARS ? '' : value.trim();
    const [, field, id] = (trimmed.length > NAME_CHARS ? null : whole.exec(trimmed)) ?? [];
    if (field !== undefined && id !== undefined) return this.#take(field, id, trimmed, used);
    if (nameless.test(trimmed)) return stale(trimmed);
    if (value.search(somewhere) < 0) return value;
    // In JSON as text the words have to be written as JSON writes them.
    const json = /^\s*[{[]/.test(value) ? parseJson(value) : undefined;
    if (typeof json === 'object' && json !== null && depth <= 6) return JSON.stringify(this.restore(json, used, depth + 1));
    let chars = 0;
    return value.replace(somewhere, (written, field: string, id: string) => {
      const kept = this.#take(field, id, written, used);
      const text = typeof kept === 'string' ? kept : JSON.stringify(kept);
      chars += text.length;
      return chars > MAX_CHARS ? stale(written) : text;
    });
  }

  #take(field: string, id: string, written: string, used: Set<string>): unknown {
    const word = `<same ${field} ${id}>`.toLowerCase();
    const kept = this.#byName.get(word);
    if (kept === undefined) return stale(written);
    used.add(word);
    return kept.value;
  }

  /** These have served their purpose. */
  forget(words: Iterable<string>): void {
    for (const word of words) this.#byName.delete(word);
  }
}

function stale(written: string): never {
  return refuse(
    `${written} stands for nothing that is kept: it was sent already, or too much has come since.`,
    { action: 'get' },
    'Make the call with the words themselves.',
  );
}
