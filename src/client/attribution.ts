// How text of other agents is shown to a model: under a line that the broker's stamps vouch for.
import type { AgentKind } from '../../generated/ts/index.js';

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

// Characters that a reader takes for `[` or for `·`.
const opening = /[[\u27e6\u3010\u3014\u3016\u3018\u301a\u2045\u2772\u23a1\u23a3\uff3b\ufe47\ufe5d\u2983\u298b\u298d\u298f]/u;
const dots = /[\u00b7\u2022\u2219\u22c5\u30fb\uff65\u2027\u16eb\u{10101}\u25cf\u25e6\u2981]/u;

// Letters of other alphabets that pass for those of our lines.
const lookAlikes = new Map<string, string>(
  Object.entries({
    а: 'a',
    ɑ: 'a',
    α: 'a',
    е: 'e',
    ё: 'e',
    ε: 'e',
    о: 'o',
    ο: 'o',
    '0': 'o',
    օ: 'o',
    р: 'p',
    ρ: 'p',
    г: 'r',
    ᴦ: 'r',
    ʀ: 'r',
    м: 'm',
    ᴍ: 'm',
    т: 't',
    τ: 't',
    н: 'n',
    п: 'n',
    ո: 'n',
    ѕ: 's',
    ʂ: 's',
    с: 'c',
    х: 'x',
    у: 'y',
    і: 'i',
    ı: 'i',
    ғ: 'f',
    ք: 'f',
    ƒ: 'f',
    ꜰ: 'f',
    ԁ: 'd',
    ɗ: 'd',
    υ: 'u',
    ս: 'u',
    к: 'k',
    κ: 'k',
    '1': 'l',
    ǀ: 'l',
  }),
);

/** As a careless reader sees it: no invisible characters, no spaces, one alphabet, lower case. */
function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/gu, '')
    .toLowerCase();
  return [...plain].map((one) => lookAlikes.get(one) ?? one).join('');
}

function passesForOurs(rest: string): boolean {
  const line = rest.slice(0, 300);
  if (/^(?:from|endof|youowe|youwait|nextcall)/.test(folded(line.slice(0, 80)))) return true;
  const close = line.search(/[\]\u27e7\u3011\uff3d\n]/u);
  const inside = close < 0 ? line : line.slice(0, close);
  return dots.test(inside) && /user|session|agent|broker|system/.test(folded(inside));
}

/** The same text; brackets that open a look-alike of our lines become round, and lines that start like our last ones are indented by `|`. */
export function neutralise(text: string): string {
  let out = '';
  let at = 0;
  for (const one of text) {
    at += one.length;
    out += opening.test(one) && passesForOurs(text.slice(at, at + 300)) ? '(' : one;
  }
  return out
    .split('\n')
    .map((line) => (/^(?:youowe|youwaitfor|nextcall)/.test(folded(line.slice(0, 60))) ? `| ${line}` : line))
    .join('\n');
}
