// Where the two languages may differ, and why: codegen/parity/exceptions.json. A line that excuses nothing in a full
// run is a mistake, too.
import { readFileSync } from 'node:fs';
import type { Trait, Vector } from './vectors.js';
import { HarnessFault } from './runners.js';

export type Language = 'c++' | 'typescript';
/** What was compared: the verdict with its place and reason, the value, or the sentence for people. */
export type Check = 'verdict' | 'value' | 'sentence';

export interface Exception {
  readonly language: Language;
  readonly check: Check;
  readonly trait: Trait;
  readonly why: string;
}

export class Exceptions {
  private readonly uses = new Map<Exception, number>();

  constructor(list: readonly Exception[]) {
    for (const line of list) this.uses.set(line, 0);
  }

  static read(file: string): Exceptions {
    const list = JSON.parse(readFileSync(file, 'utf8')) as Exception[];
    for (const line of list) {
      if (!line.language || !line.check || !line.trait || !line.why) {
        throw new HarnessFault(`${file}: each line needs language, check, trait and why: ${JSON.stringify(line)}`);
      }
    }
    return new Exceptions(list);
  }

  /** Whether a line excuses the difference; counts its use. */
  excuse(vector: Vector, language: Language, check: Check): boolean {
    for (const [line, uses] of this.uses) {
      if (line.language !== language || line.check !== check || !vector.traits.includes(line.trait)) continue;
      this.uses.set(line, uses + 1);
      return true;
    }
    return false;
  }

  get size(): number {
    return this.uses.size;
  }

  get used(): number {
    return [...this.uses.values()].reduce((sum, uses) => sum + uses, 0);
  }

  unused(): Exception[] {
    return [...this.uses].filter(([, uses]) => uses === 0).map(([line]) => line);
  }
}
