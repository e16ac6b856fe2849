// The comparison itself: every vector through both runners, each against the expectation and against the other, and
// what either writes through the other.
import type { Check, Exceptions, Language } from './exceptions.js';
import { sameJson } from './json.js';
import type { Shape } from './json.js';
import type { Answer, Request, Runner } from './runners.js';
import type { Refusal, Vector } from './vectors.js';

export interface Mismatch {
  readonly vector: Vector;
  /** Whose answer is not the expected one. */
  readonly language: Language;
  readonly check: Check;
  /** JSON Pointer to where one of them sees a fault. */
  readonly pointer: string;
  readonly expected: string;
  readonly cpp: string;
  readonly typescript: string;
}

/** Answers of both to one vector. C++ reads only what clients send. */
interface Pair {
  readonly vector: Vector;
  readonly cpp: Answer | undefined;
  readonly typescript: Answer;
}

export interface Runners {
  readonly cpp: Runner;
  readonly typescript: Runner;
  /** Names that a refusal has when it carries none: of texts that are no JSON, and of all others. */
  readonly parseError: string;
  readonly invalidParams: string;
  readonly shapeOf: (type: string) => Shape;
}

function shown(refusal: Refusal): string {
  const { path, reason, error, limit, max, actual } = refusal;
  const bound = max === undefined ? '' : ` ${limit ?? '-'} max ${max} actual ${actual}`;
  return `${reason} at "${path}" ${error}${bound}`;
}

function show(answer: Answer | undefined): string {
  if (answer === undefined) return '(not asked)';
  return answer.ok ? `ok ${answer.value}` : shown(answer.refusal);
}

export class Comparison {
  readonly mismatches: Mismatch[] = [];
  /** Answers that were compared with something. */
  comparisons = 0;

  constructor(
    private readonly runners: Runners,
    private readonly exceptions: Exceptions,
  ) {}

  /** `once`: stop when there is a mismatch. */
  async run(vectors: readonly Vector[], once = false): Promise<void> {
    const input = vectors.filter((vector) => vector.side === 'input');
    const [cpp, typescript] = await Promise.all([this.runners.cpp(input), this.runners.typescript(vectors)]);
    const ofInput = new Map(input.map((vector, i) => [vector, cpp[i]]));
    const pairs = vectors.map((vector, i): Pair => {
      return { vector, cpp: this.named(ofInput.get(vector)), typescript: this.named(typescript[i]) as Answer };
    });
    for (const pair of pairs) this.compare(pair);
    if (once && this.mismatches.length > 0) return;
    await this.exchange(pairs.filter(({ vector }) => vector.side === 'input'));
  }

  // Codecs leave the name of the usual error to their caller.
  private named(answer: Answer | undefined): Answer | undefined {
    if (answer === undefined || answer.ok || answer.refusal.error !== '') return answer;
    const error = answer.refusal.reason === 'parse' ? this.runners.parseError : this.runners.invalidParams;
    return { ...answer, refusal: { ...answer.refusal, error } };
  }

  private compare(pair: Pair): void {
    const { vector, cpp, typescript } = pair;
    if (cpp !== undefined) {
      this.verdict(pair, 'c++', cpp);
      if (cpp.ok && vector.value !== undefined) this.value(pair, 'c++', cpp.value, vector.value);
    }
    this.verdict(pair, 'typescript', typescript);
    // Sentences have no expectation, only each other.
    if (cpp === undefined || cpp.ok || typescript.ok || cpp.refusal.reason !== typescript.refusal.reason) return;
    if (cpp.refusal.reason === 'parse' || cpp.refusal.path !== typescript.refusal.path) return;
    ++this.comparisons;
    if (cpp.sentence !== typescript.sentence)
      this.report(pair, 'typescript', 'sentence', cpp.sentence, typescript.sentence);
  }

  private verdict(pair: Pair, language: Language, answer: Answer): void {
    ++this.comparisons;
    const { refusal } = pair.vector;
    const expected = refusal === undefined ? 'ok' : shown(refusal);
    const found = answer.ok ? 'ok' : shown(answer.refusal);
    if (found !== expected) this.report(pair, language, 'verdict', expected);
  }

  private value(pair: Pair, language: Language, found: string, expected: string): void {
    ++this.comparisons;
    if (!this.same(pair, found, expected)) this.report(pair, language, 'value', expected, found);
  }

  private same(pair: Pair, found: string, expected: string): boolean {
    return sameJson(found, expected, this.runners.shapeOf(pair.vector.type));
  }

  // What TypeScript writes goes through C++, and what C++ writes through TypeScript as a client reads it.
  private async exchange(pairs: readonly Pair[]): Promise<void> {
    const toCpp: { pair: Pair; request: Request }[] = [];
    const toTypescript: { pair: Pair; request: Request }[] = [];
    for (const pair of pairs) {
      const { vector, cpp, typescript } = pair;
      if (vector.value === undefined || cpp?.ok !== true || !typescript.ok) continue;
      toCpp.push({ pair, request: { type: vector.type, side: 'input', text: Buffer.from(typescript.value) } });
      toTypescript.push({ pair, request: { type: vector.type, side: 'output', text: Buffer.from(cpp.value) } });
    }
    const [cpp, typescript] = await Promise.all([
      this.runners.cpp(toCpp.map(({ request }) => request)),
      this.runners.typescript(toTypescript.map(({ request }) => request)),
    ]);
    toCpp.forEach(({ pair }, i) => this.relayed(pair, cpp[i] as Answer));
    toTypescript.forEach(({ pair }, i) => this.relayed(pair, typescript[i] as Answer));
  }

  // After both languages the value must still be the expected one.
  private relayed(pair: Pair, answer: Answer): void {
    const expected = pair.vector.value ?? '';
    ++this.comparisons;
    if (answer.ok && this.same(pair, answer.value, expected)) return;
    this.report(pair, 'typescript', 'value', expected, show(answer));
  }

  private report(pair: Pair, language: Language, check: Check, expected: string, found?: string): void {
    const { vector } = pair;
    if (this.exceptions.excuse(vector, language, check)) return;
    const cpp = found !== undefined && language === 'c++' ? found : show(pair.cpp);
    const typescript = found !== undefined && language === 'typescript' ? found : show(pair.typescript);
    const refusals = [pair.cpp, pair.typescript].map((answer) => (answer?.ok === false ? answer.refusal : undefined));
    const pointer = [vector.refusal, ...refusals].find((refusal) => refusal !== undefined)?.path ?? '';
    this.mismatches.push({ vector, language, check, pointer, expected, cpp, typescript });
  }
}
