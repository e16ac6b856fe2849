// Words for people and the verdict for programs.
import type { Mismatch } from './compare.js';
import type { Exceptions } from './exceptions.js';
import type { Protocol } from './protocol.js';

export interface Verdict {
  readonly ok: boolean;
  /** The compared output is not what the schema gives: edited by hand, or old. */
  readonly drift: boolean;
  readonly types: number;
  readonly vectors: number;
  readonly fuzz: number;
  readonly seed: number;
  readonly comparisons: number;
  readonly mismatches: number;
  readonly exceptions: { readonly lines: number; readonly uses: number; readonly unused: number };
  readonly seconds: number;
}

const longest = 300;

function short(text: string): string {
  const line = text.replaceAll('\n', '\\n');
  return line.length <= longest ? line : `${line.slice(0, longest)}... (${line.length} characters)`;
}

function fixOf(mismatch: Mismatch): string {
  if (mismatch.check === 'sentence') {
    return 'let src/json/describe.cc and codegen/emit_ts_diagnose.cc say the same';
  }
  const same = mismatch.cpp === mismatch.typescript;
  if (same)
    return "both differ from the schema's rule: mend src/json and the emitters, or codegen/parity_reference.cc if the rule is wrong";
  const where = mismatch.language === 'c++' ? 'src/json, codegen/emit_cpp_*.cc' : 'codegen/emit_ts_*.cc';
  return `a2a-codegen generate, if generated/ is old; else mend ${where}; a difference that the language forces goes into codegen/parity/exceptions.json`;
}

/** One line for one mismatch. */
export function mismatchLine(mismatch: Mismatch, protocol: Protocol, places: ReadonlyMap<string, string>): string {
  const { vector, language, check, pointer } = mismatch;
  const member = protocol.memberAt(vector.type, pointer);
  const place = places.get(member) ?? places.get(vector.type) ?? 'proto';
  const parts = [
    `${place}: ${member}: ${language} ${check} of vector ${vector.type} ${JSON.stringify(vector.name)}`,
    `expected ${short(mismatch.expected)}`,
    `C++ ${short(mismatch.cpp)}`,
    `TypeScript ${short(mismatch.typescript)}`,
    `${vector.side} ${short(vector.text.toString())}`,
    `fix: ${fixOf(mismatch)}`,
  ];
  return parts.join(' | ');
}

export function unusedLines(exceptions: Exceptions): string[] {
  return exceptions.unused().map(({ language, check, trait }) => {
    return `codegen/parity/exceptions.json: ${language} ${check} ${trait} excuses nothing | fix: remove the line`;
  });
}

export function verdictLine(verdict: Verdict): string {
  const { types, vectors, fuzz, seed, comparisons, mismatches, exceptions, seconds } = verdict;
  const unused = exceptions.unused === 0 ? '' : `, ${exceptions.unused} unused`;
  return (
    `parity: ${verdict.ok ? 'pass' : 'MISMATCH'}: ${types} types, ${vectors} vectors, ${fuzz} fuzz cases (seed ${seed}), ` +
    `${comparisons} comparisons, ${mismatches} mismatches, ` +
    `${verdict.drift ? 'generated/ is not what proto/ gives, ' : ''}` +
    `${exceptions.lines} exceptions used ${exceptions.uses} times${unused}, ${seconds.toFixed(1)} s`
  );
}
