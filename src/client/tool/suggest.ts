// Guesses at what a model meant, and calls written so that it can copy them.
import { TOOL_NAME, type ToolArguments } from './arguments.js';

/** A call to suggest. After a success it may hold blanks for what only the model can say. */
export type NextCall = Pick<ToolArguments, 'action'> & Partial<Record<Exclude<keyof ToolArguments, 'action'>, string | number | string[]>>;

/** Breaks a line for some readers, and stands as it is in JSON. */
const lineEnds = /[\x7f-\x9f\u2028\u2029]/g;

/** One line, whatever the call holds. */
export function writeCall(call: NextCall): string {
  const json = JSON.stringify(call).replace(lineEnds, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${TOOL_NAME} ${json}`;
}

/** What stands in an example for words that only the model has, or what a model writes in its place. */
const blank =
  /^(?:<|&lt;)(?:your[\s_-][^<>]{1,40}|(?:(?:the|my|your|final)[\s_-])?(?:result|answer|text|message|reply|response|question|reason|summary|content|output)|a shorter text)(?:>|&gt;)$/i;
/** What may stand around a blank and says nothing either: marks, and a label such as `Result:`. */
const around = /^(?:[\p{L} ]{1,20}:)?[\p{P}\s`]{0,8}?(?=<|&lt;)|(?<=>|&gt;)[\p{P}\s`]{1,8}$/giu;
const BLANK_CHARS = 100;

/** There are words, and not those of an example. */
export function saysSomething(text: string | undefined): text is string {
  if (text === undefined) return false;
  const short = text.trim();
  return short.length > BLANK_CHARS || !blank.test(short.replace(around, ''));
}

/** What can be done before the words for that call are there: to read what it is about. */
export function beforeWords({ action, task }: NextCall): NextCall {
  if (task !== undefined) return { action: 'get', task };
  return action === 'complete' ? { action: 'get' } : { action: 'discover' };
}

/** Letters and digits only, lower case: `task_id`, `taskId` and `Task ID` are one. */
export function bare(name: string): string {
  // Piece by piece: marks in a row are put in order in a time that grows with the square of their number.
  return name
    .replace(/[\s\S]{1,64}/gu, (piece) => piece.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Edits (insert, delete, replace, swap of neighbours) between two short words; more than `max` counts as max + 1. */
export function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, max + 1);
}

/** The one candidate that `word` is nearest to, if it is near at all. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(word)) return word;
  const wanted = bare(word);
  if (wanted === '') return undefined;
  const exact = candidates.filter((one) => bare(one) === wanted);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const max = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
  const near = candidates
    .map((one) => ({ one, edits: distance(wanted, bare(one), max) }))
    .filter(({ edits }) => edits <= max)
    .sort((x, y) => x.edits - y.edits);
  const [first, second] = near;
  if (first !== undefined) return second?.edits === first.edits ? undefined : first.one;
  // `code reviewer` for `reviewer`, `review` for `reviewer`.
  const parts = candidates.filter(
    (one) => one.length > 2 && (wanted.includes(bare(one)) || (wanted.length > 2 && bare(one).includes(wanted))),
  );
  return parts.length === 1 ? parts[0] : undefined;
}
