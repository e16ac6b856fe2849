// The handwritten sources that the layering rules look at, and how a rule reports what it found.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Source {
  /** Path from the repository's top folder, with slashes. */
  file: string;
  text: string;
}

/** All files below `dir` of `base` whose name matches, sorted. */
export function readSources(base: string, dir: string, name: RegExp): Source[] {
  const found: Source[] = [];
  const walk = (at: string): void => {
    for (const entry of readdirSync(path.join(base, at), { withFileTypes: true })) {
      const file = `${at}/${entry.name}`;
      if (entry.isDirectory()) walk(file);
      else if (name.test(entry.name)) found.push({ file, text: readFileSync(path.join(base, file), 'utf8') });
    }
  };
  walk(dir);
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** The same text with comments (and, unless kept, the contents of literals) blanked out; lines stay where they are. */
export function withoutComments(text: string, keepLiterals = true): string {
  // A quote after a digit separates digits: 20'971'520.
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"([^(\s]*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\da-fA-F])'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return text.replace(token, (match: string) => {
    const comment = match.startsWith('//') || match.startsWith('/*');
    if (!comment && keepLiterals) return match;
    return match.replace(/[^\n]/g, ' ');
  });
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
