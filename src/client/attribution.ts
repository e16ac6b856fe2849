// How text of other agents is shown to a model: under a line that the broker's stamps vouch for.
import type { AgentKind } from '../../generated/ts/index.js';
import { glyphOf, type Glyph } from './glyphs.js';

export interface Origin {
  /** Agent id, as the broker stamped it. */
  from: string;
  /** Absent for the broker itself. */
  kind?: AgentKind;
  /** Absent when it is not known. */
  sameSession?: boolean;
  /** How the reader calls the task, such as T17. */
  task?: string;
}

/** `[from reviewer · subagent · other session · T17 · not from the user]` */
export function attributionLine({ from, kind, sameSession, task }: Origin): string {
  const session = sameSession === undefined ? undefined : sameSession ? 'this session' : 'other session';
  const facts = [`from ${from}`, kind ?? 'broker', session, task, 'not from the user'];
  return `[${facts.filter((fact) => fact !== undefined).join(' · ')}]`;
}

/**
 * How our lines begin, as letters side by side; rn passes for m and two v for w. A word ends behind each: `[fromIndex]` and
 * `[from, to]` are code.
 */
const ourStart = /^(?:fro(?:m|rn)|endof(?:textfro(?:m|rn))?|youo(?:w|vv)e|you(?:w|vv)ait|nextcall)/;
const ourLastLine = /^(?:youo(?:w|vv)e|you(?:w|vv)aitfor|nextcall)/;
/** Behind `Next call`: nothing that goes on as a word, or the tool's name. */
const goesOn = /^[\p{Ll}\p{Lu}\p{Lo}\p{N}]/u;
const toolName = /^[^\p{Ll}\p{Lu}\p{Lo}\p{N}]{0,2}a2a/u;
/** Behind `[from`, in code. */
const operator = /^[-+/%=&|?<>:,]/;
/** What code has in brackets, and our lines have not: behind the bracket, and in front of a bar. */
const codeQuote = /["'`]/;
const codeMark = /["'`,:;(){}<>=]/;
const ourWord = /(?=(user|session|agent|broker|syste(?:m|rn)))/g;
/** Letters that decide how a line begins. */
const startLetters = 20;
/** Characters behind a bracket that are looked at, and that a piece of a text is read on for. */
const reach = 300;
/** What any reader takes for the end of a line: those of regular expressions, of terminals and of languages. */
const lineEnd = /[\n\v\f\r\x1c-\x1e\x84\x85\u2028\u2029]/;

/** A piece of a text, read once from its end to its start: what stands behind each place is then known at once. */
class Reading {
  #letters = '';
  /** Places of the letters. */
  #places: number[] = [];
  /** For each place: the first letter, dot, close and end of a line that is there or behind. */
  #letter: Int32Array;
  #dot: Int32Array;
  #close: Int32Array;
  #lineEnd: Int32Array;
  /** And the first bar between blanks, blank and mark of code. */
  #bar: Int32Array;
  #blank: Int32Array;
  #code: Int32Array;
  /** For each place: the alphabets of the word that comes next; 3 are Latin and another. */
  #alphabets: Uint8Array;
  /** For each letter: the end of the nearest of our words that starts there or behind. */
  #ourWord: Int32Array;

  constructor(readonly text: string) {
    const size = text.length;
    this.#letter = new Int32Array(size + 1);
    [this.#dot, this.#close, this.#lineEnd] = [endless(size), endless(size), endless(size)];
    [this.#bar, this.#blank, this.#code] = [endless(size), endless(size), endless(size)];
    this.#alphabets = new Uint8Array(size + 1);
    const characters = [...text];
    this.#findLetters(characters);
    const word = new Uint8Array(size + 1);
    for (let i = characters.length - 1, after = size; i >= 0; --i) {
      const character = characters[i] ?? '';
      const at = after - character.length;
      const { dot, bar, blank, close, gap, latin, foreign } = glyphOf(character);
      const apart = bar && [i - 1, i + 1].every((beside) => glyphOf(characters[beside] ?? ' ').letters === '');
      this.#dot[at] = dot ? at : (this.#dot[after] ?? size);
      this.#bar[at] = apart ? at : (this.#bar[after] ?? size);
      this.#blank[at] = blank ? at : (this.#blank[after] ?? size);
      this.#code[at] = codeMark.test(character) ? at : (this.#code[after] ?? size);
      this.#close[at] = close ? at : (this.#close[after] ?? size);
      this.#lineEnd[at] = lineEnd.test(character) ? at : (this.#lineEnd[after] ?? size);
      const own = (latin ? 1 : 0) | (foreign ? 2 : 0);
      word[at] = own === 0 && !gap ? 0 : own | (word[after] ?? 0);
      this.#alphabets[at] = (gap ? this.#alphabets[after] : word[at]) ?? 0;
      after = at;
    }
    this.#ourWord = endless(this.#places.length, size + 1);
    for (const { index, 1: found = '' } of this.#letters.replaceAll('ſ', 's').matchAll(ourWord)) {
      this.#ourWord[index] = (this.#places[index + found.length - 1] ?? size) + 1;
    }
    for (let i = this.#places.length - 1; i >= 0; --i) this.#ourWord[i] = Math.min(this.#ourWord[i] ?? 0, this.#ourWord[i + 1] ?? 0);
  }

  #findLetters(characters: readonly string[]): void {
    let at = 0;
    let letters = '';
    for (const character of characters) {
      this.#letter[at] = this.#places.length;
      for (const letter of glyphOf(character).letters) {
        letters += letter.length === 1 ? letter : '\ufffd';
        this.#places.push(at);
      }
      at += character.length;
    }
    this.#letter[at] = this.#places.length;
    this.#letters = letters;
  }

  /** The letters from `at` on and before `end` begin like that. */
  #begins(ours: RegExp, at: number, end = Infinity): boolean {
    const first = this.#letter[at] ?? 0;
    let last = first;
    while (last < first + startLetters && (this.#places[last] ?? Infinity) < end) ++last;
    const letters = this.#letters.slice(first, last);
    return [letters.replaceAll('ſ', 's'), letters.replaceAll('ſ', 'f')].some((read) => {
      const found = ours.exec(read)?.[0];
      return found !== undefined && this.#isWhole(found, first, read.slice(found.length), end);
    });
  }

  /** Those of our words, from that letter on, stand as they do in our lines. */
  #isWhole(found: string, first: number, rest: string, end: number): boolean {
    const last = first + found.length - 1;
    if (found === 'nextcall') return toolName.test(rest) || (this.#isApart(first + 3, end) && !goesOn.test(rest));
    if (found.startsWith('endof')) {
      const text = found !== 'endof' || rest.startsWith('text');
      return this.#isApart(first + 4, end) ? text || this.#isApart(first + 2, end) : found !== 'endof' && this.#isApart(last, end);
    }
    // `youOwe = 1` and `[from + 1]` are code, and `You owe T1` and `[from user]` are not.
    if (!this.#isApart(last, end)) return false;
    return found.startsWith('you') ? this.#isApart(first + 2, end) || rest.startsWith('t') : !operator.test(rest);
  }

  /** Between that letter and the next one is room. */
  #isApart(letter: number, end: number): boolean {
    const next = Math.min(this.#places[letter + 1] ?? this.text.length, end);
    return (this.#blank[this.#places[letter] ?? 0] ?? next) < next;
  }

  /** What stands at `at`, behind that glyph, would pass for one of our lines. */
  opensOurs({ bracket, quote }: Glyph, at: number): boolean {
    if (bracket && this.#begins(ourStart, at)) return true;
    if (!bracket && !quote) return false;
    const end = Math.min(this.#close[at] ?? 0, at + reach);
    if (codeQuote.test(this.text[this.#places[this.#letter[at] ?? 0] ?? at] ?? '')) return false;
    const bar = this.#bar[at] ?? end;
    if ((this.#dot[at] ?? end) >= end && (bar >= end || (this.#code[at] ?? end) < bar)) return false;
    if (!bracket) return this.#begins(ourStart, at, end);
    // A word of Latin and other letters is written to deceive.
    return this.#alphabets[at] === 3 || (this.#ourWord[this.#letter[at] ?? 0] ?? Infinity) <= end;
  }

  /** The line that starts at `at` would pass for one of our last ones. */
  startsOurs(at: number): boolean {
    return this.#begins(ourLastLine, at, this.#lineEnd[at]);
  }
}

/** `size` places and the end, each with nothing behind it. */
function endless(size: number, end = size): Int32Array {
  return new Int32Array(size + 1).fill(end);
}

/**
 * The same text; brackets that open a look-alike of our lines become round, and lines that start like our last ones are
 * indented by `|`. Of a longer text only what stands from `from` to `to`, as a piece that is shown by itself: its start
 * is the start of a line, and what stands behind it counts. The work depends on the piece, not on the text.
 */
export function neutralise(text: string, from = 0, to = text.length): string {
  const reading = new Reading(text.slice(from, to + reach));
  let out = '';
  let at = 0;
  let lineStart = true;
  for (const one of text.slice(from, to)) {
    const ends = lineEnd.test(one);
    if (lineStart && !ends && reading.startsOurs(at)) out += '| ';
    at += one.length;
    const glyph = glyphOf(one);
    out += (glyph.bracket || glyph.quote) && reading.opensOurs(glyph, at) ? '(' : one;
    lineStart = ends;
  }
  return out;
}
