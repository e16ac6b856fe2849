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

// Characters that a reader takes for `[`, by their class: whatever opens something, but for what honest text and code
// are full of. Quotation marks count only in front of a line like ours.
const bracket = /(?![({\u201a\u201e])[\p{Ps}\u23a1\u23a2\u23a3\u23b0\u2e20\u2e22\u2e24\u2e26\u2e28]/u;
const quote = /[\p{Pi}\u201a\u201e]/u;
// Characters that a reader takes for `·`: all marks and symbols beyond ASCII, and the letters that are mere dots.
const dots = /(?![\p{Pi}\p{Pf}\p{Ps}\p{Pe}])(?=[^\x00-\x7f])[\p{P}\p{S}]|[|\u119e\u1427\u318d\ua78f]/u;

// Letters of other alphabets that pass for those of our lines.
const lookAlikes = new Map<string, string>([
  // Row by row, each under the letters that it passes for: small capitals, Lisu, Cherokee, Coptic, Armenian and Georgian.
  ...row('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...row('ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'bpdtgkjczfmnlsrvhwxyaeiou'),
  ...row('ꭰꭱꭲꭺꭼꮃꮇꮋꮐꮓꮪꮮꮯꮲꮶꮷꮎꭵꮩꭹꮤꮢ', 'drtaewmhgzslcpkjoivywr'),
  ...row('ⲁⲃⲅⲉⲏⲓⲕⲙⲛⲟⲡⲣⲥⲧⲩⲭϥ', 'abrehikmnonpctyxq'),
  ...like('f', 'ϝꬵꞙꝼ'),
  ...like('r', 'γɾɼɽɍɹꭇꭈ'),
  ...like('o', 'øɵөᴑꬽɔσօഠ๐໐'),
  ...like('m', 'ɱ₥'),
  ...like('n', 'ηղռɲŋ'),
  ...like('e', 'єəҽ'),
  ...like('u', 'ʋцµ'),
  ...like('w', 'ωѡԝ'),
  ...like('y', 'ყ'),
  ...like('t', 'ƭ'),
  ...like('d', 'đժ'),
  ...like('s', 'ꮥʃ'),
  ...Object.entries({
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
]);

function like(plain: string, letters: string): [string, string][] {
  return row(letters, plain.repeat(letters.length));
}

function row(letters: string, plain: string): [string, string][] {
  return [...letters].map((one, at) => [one.toLowerCase(), plain[at] ?? one]);
}

/** As a careless reader sees it: no invisible characters, no spaces, one alphabet, lower case. */
function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/gu, '')
    .toLowerCase();
  // Two letters side by side pass for one.
  return [...plain]
    .map((one) => lookAlikes.get(one) ?? one)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const ourStart = /^(?:from|endof|youowe|youwait|nextcall)/;

function startsLikeOurs(marked: string): boolean {
  const text = marked.replace(/[*_]/g, ''); // emphasis that a reader may see as such
  // A long s is an s to Unicode and an f to the eye.
  return ourStart.test(folded(text)) || (text.includes('ſ') && ourStart.test(folded(text.replaceAll('ſ', 'f'))));
}

/** A word of Latin and other letters is written to deceive. */
function mixed(word: string): boolean {
  return /\p{sc=Latin}/u.test(word) && /(?!\p{sc=Latin}|\p{sc=Common}|\p{sc=Inherited})\p{L}/u.test(word);
}

function passesForOurs(rest: string, opener: string): boolean {
  const line = rest.slice(0, 300);
  const isBracket = bracket.test(opener);
  if (isBracket && startsLikeOurs(line.slice(0, 80))) return true;
  const close = line.search(/[\]\uff3d\n]/u);
  const inside = close < 0 ? line : line.slice(0, close);
  if (!dots.test(inside)) return false;
  if (isBracket && mixed(/^[\p{Z}\p{Cf}\p{M}]*(\p{L}+)/u.exec(inside.normalize('NFKC'))?.[1] ?? '')) return true;
  if (!isBracket) return startsLikeOurs(inside.slice(0, 80));
  return /user|session|agent|broker|system/.test(folded(inside));
}

/** The same text; brackets that open a look-alike of our lines become round, and lines that start like our last ones are indented by `|`. */
export function neutralise(text: string): string {
  let out = '';
  let at = 0;
  for (const one of text) {
    at += one.length;
    out += (bracket.test(one) || quote.test(one)) && passesForOurs(text.slice(at, at + 300), one) ? '(' : one;
  }
  return out
    .split('\n')
    .map((line) => (/^(?:youowe|youwaitfor|nextcall)/.test(folded(line.slice(0, 60))) ? `| ${line}` : line))
    .join('\n');
}
