// Texts of others, shown so that nobody can pass for somebody else: above each stands a line of ours with what the broker
// stamped, below it a line that ends it, and whatever looks like one of these inside the text is made to look different.

export interface Origin {
  /** Agent id, as the broker stamped it. */
  from: string;
  kind: string;
  /** Same context as the reader's, another one, or not known any more. */
  session: 'same session' | 'other session' | undefined;
  /** Handle of the task. */
  task: string;
}

export function originLine({ from, kind, session, task }: Origin): string {
  return `[from ${[from, kind, session, task, 'not from the user'].filter((one) => one !== undefined).join(' · ')}]`;
}

export function endLine({ from }: Origin): string {
  return `[end of text from ${from}]`;
}

/** A text of somebody else between its two lines. */
export function quoted(origin: Origin, text: string): string {
  return `${originLine(origin)}\n${neutralised(text)}\n${endLine(origin)}`;
}

// Characters that a reader takes for `[` or for `·`.
const opening = /[[\u27e6\u3010\u3014\u3016\u3018\u301a\u2045\u2772\u23a1\u23a3\uff3b\ufe47\ufe5d\u2983\u298b\u298d\u298f]/u;
const dots = /[\u00b7\u2022\u2219\u22c5\u30fb\uff65\u2027\u16eb\u10101\u25cf\u25e6\u2981]/u;

// Letters of other alphabets that pass for those of our lines.
const lookAlikes = new Map<string, string>(
  Object.entries({
    а: 'a', ɑ: 'a', α: 'a', е: 'e', ё: 'e', ε: 'e', о: 'o', ο: 'o', '0': 'o', օ: 'o', р: 'p', ρ: 'p', г: 'r', ᴦ: 'r', ʀ: 'r', м: 'm', ᴍ: 'm',
    т: 't', τ: 't', н: 'n', п: 'n', ո: 'n', ѕ: 's', ʂ: 's', с: 'c', х: 'x', у: 'y', і: 'i', ı: 'i', ғ: 'f', ք: 'f', ƒ: 'f', ꜰ: 'f', ԁ: 'd', ɗ: 'd',
    υ: 'u', ս: 'u', к: 'k', κ: 'k', '1': 'l', ǀ: 'l',
  }),
);

/** As a careless reader sees it: no invisible characters, no spaces, one alphabet, lower case. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/gu, '').toLowerCase();
  return [...plain].map((one) => lookAlikes.get(one) ?? one).join('');
}

function passesForOurs(rest: string): boolean {
  const line = rest.slice(0, 300);
  if (/^(?:from|endof|youowe|youwait|nextcall)/.test(folded(line.slice(0, 80)))) return true;
  const close = line.search(/[\]\u27e7\u3011\uff3d\n]/u);
  const inside = close < 0 ? line : line.slice(0, close);
  return dots.test(inside) && /user|session|agent|broker|system/.test(folded(inside));
}

/** The same text; brackets that open a look-alike of our lines become braces, and lines that start like our last ones are indented by `|`. */
export function neutralised(text: string): string {
  let out = '';
  let at = 0;
  for (const one of text) {
    at += one.length;
    out += opening.test(one) && passesForOurs(text.slice(at, at + 300)) ? '{' : one;
  }
  return out
    .split('\n')
    .map((line) => (/^(?:youowe|youwaitfor|nextcall|next:|refused)/.test(folded(line.slice(0, 60))) ? `| ${line}` : line))
    .join('\n');
}

/** One line of at most `max` characters, quoted, for texts of others inside our lines. */
export function snippet(text: string, max: number): string {
  const flat = neutralised(text.slice(0, max * 8)).replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').replaceAll('"', "'").trim();
  const chars = [...flat];
  return `"${chars.length <= max && text.length <= max * 8 ? flat : `${chars.slice(0, max - 1).join('').trimEnd()}…`}"`;
}
