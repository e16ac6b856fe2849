// JSON with nothing lost, for comparing what codecs wrote: numbers by their exact decimal value, names that are there
// twice, members in any order. Only for valid text.

export type Tree =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, readonly Tree[]> };

/** A number as digits and exponent without zeros at either end; equal numbers give equal strings. */
export function decimal(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number);
  if (parts === null) throw new Error(`not a number: ${number}`);
  const fraction = parts[3] ?? '';
  const all = (parts[2] ?? '') + fraction;
  const digits = all.replace(/^0+/, '').replace(/0+$/, '');
  if (digits === '') return '0';
  const zeros = all.length - all.replace(/0+$/, '').length;
  return `${parts[1]}${digits}e${Number(parts[4] ?? '0') - fraction.length + zeros}`;
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Tree {
    const tree = this.value();
    this.space();
    if (this.at !== this.text.length) throw new Error(`text behind a JSON value at ${this.at}`);
    return tree;
  }

  private space(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) ++this.at;
  }

  private take(token: string): boolean {
    this.space();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private need(token: string): void {
    if (!this.take(token)) throw new Error(`expected ${token} at ${this.at} of ${this.text.slice(0, 200)}`);
  }

  private value(): Tree {
    if (this.take('{')) return this.object();
    if (this.take('[')) return this.array();
    for (const word of ['null', 'true', 'false']) if (this.take(word)) return { kind: 'word', word };
    if (this.text[this.at] === '"') return { kind: 'string', text: this.string() };
    const pattern = /-?[0-9.eE+-]+/y;
    pattern.lastIndex = this.at;
    const number = pattern.exec(this.text)?.[0];
    if (number === undefined) throw new Error(`no JSON at ${this.at} of ${this.text.slice(0, 200)}`);
    this.at += number.length;
    return { kind: 'number', text: number };
  }

  private string(): string {
    this.space();
    let end = this.at + 1;
    for (;;) {
      end = this.text.indexOf('"', end);
      if (end < 0) throw new Error(`a string without end at ${this.at}`);
      let slashes = 0;
      while (this.text[end - 1 - slashes] === '\\') ++slashes;
      ++end;
      if (slashes % 2 === 0) break;
    }
    const text = JSON.parse(this.text.slice(this.at, end)) as string;
    this.at = end;
    return text;
  }

  private array(): Tree {
    const items: Tree[] = [];
    if (this.take(']')) return { kind: 'array', items };
    do items.push(this.value());
    while (this.take(','));
    this.need(']');
    return { kind: 'array', items };
  }

  private object(): Tree {
    const members = new Map<string, Tree[]>();
    if (this.take('}')) return { kind: 'object', members };
    do {
      const name = this.string();
      this.need(':');
      const value = this.value();
      const known = members.get(name);
      if (known === undefined) members.set(name, [value]);
      else known.push(value);
    } while (this.take(','));
    this.need('}');
    return { kind: 'object', members };
  }
}

export function readTree(text: string): Tree {
  return new Reader(text).whole();
}

/** What the schema says of a value: whether its numbers are doubles, and of an object's members the same. */
export interface Shape {
  readonly double: boolean;
  member(name: string): Shape | undefined;
}

// A double may be written in several ways; every other number is meant exactly.
function sameNumber(a: string, b: string, shape: Shape | undefined): boolean {
  return shape?.double === true ? Number(a) === Number(b) : decimal(a) === decimal(b);
}

function sameList(a: readonly Tree[], b: readonly Tree[], shape: Shape | undefined): boolean {
  return a.length === b.length && a.every((item, i) => sameTree(item, b[i] as Tree, shape));
}

/** `shape` of an array is that of its items. */
export function sameTree(a: Tree, b: Tree, shape?: Shape): boolean {
  if (a.kind === 'word' && b.kind === 'word') return a.word === b.word;
  if (a.kind === 'number' && b.kind === 'number') return sameNumber(a.text, b.text, shape);
  if (a.kind === 'string' && b.kind === 'string') return a.text === b.text;
  if (a.kind === 'array' && b.kind === 'array') return sameList(a.items, b.items, shape);
  if (a.kind !== 'object' || b.kind !== 'object' || a.members.size !== b.members.size) return false;
  return [...a.members].every(([name, values]) => {
    return sameList(values, b.members.get(name) ?? [], shape?.member(name));
  });
}

/** Whether two texts hold the same JSON. Equal texts are not read. */
export function sameJson(a: string, b: string, shape?: Shape): boolean {
  return a === b || sameTree(readTree(a), readTree(b), shape);
}
