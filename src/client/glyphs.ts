// Characters as a careless reader sees them: which letter each passes for, and which pass for brackets and dots.

/** What one character is to such a reader. */
export interface Glyph {
  /** Letters that it passes for, lower case; '' for what is not seen. A long s stays one: it is an s to Unicode and an f to the eye. */
  letters: string;
  /** Passes for `[`; `quote` does so only in front of a line like ours. */
  bracket: boolean;
  quote: boolean;
  /** Passes for `·`; `bar` does so only with blanks around it, as code is full of them. */
  dot: boolean;
  bar: boolean;
  /** Ends what a bracket opened. */
  close: boolean;
  /** Stands between letters without being seen as one. */
  gap: boolean;
  /** Is seen as room between words. */
  blank: boolean;
  latin: boolean;
  /** A letter of another alphabet than the Latin one. */
  foreign: boolean;
}

// Characters that a reader takes for `[`, by their class: whatever opens something, but for what honest text and code
// are full of. Quotation marks count only in front of a line like ours.
const bracket = /(?![({\u201a\u201e])[\p{Ps}\u23a1\u23a2\u23a3\u23b0\u2e20\u2e22\u2e24\u2e26\u2e28]/u;
const quote = /[\p{Pi}\u201a\u201e]/u;
// Characters that a reader takes for `·`: all marks and symbols beyond ASCII, and the letters that are mere dots.
const dots = /(?![\p{Pi}\p{Pf}\p{Ps}\p{Pe}])(?=[^\x00-\x7f])[\p{P}\p{S}]|[\u119e\u1427\u318d\ua78f]/u;

const close = /[\]\uff3d\n]/u;
const blank = /[\s\p{Z}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u;
const gap = /[\p{Z}\p{Cf}\p{M}]/u;
// Nothing of these is seen; emphasis marks are seen as emphasis.
const unseen = /[\p{Cf}\p{Mn}\p{Me}\p{Cc}\p{Z}\u115f\u1160\u3164\uffa0\u2800*_]/gu;
const latin = /\p{sc=Latin}/u;
const foreign = /(?!\p{sc=Latin}|\p{sc=Common}|\p{sc=Inherited})\p{L}/u;

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

/** Glyphs seen before; few texts have many different characters. */
const known = new Map<string, Glyph>();
const maxKnown = 4096;

export function glyphOf(character: string): Glyph {
  const before = known.get(character);
  if (before !== undefined) return before;
  const composed = character.normalize('NFKC');
  const isLetter = /^\p{L}+$/u.test(composed);
  const glyph: Glyph = {
    letters: character === 'ſ' ? character : lettersOf(character),
    bracket: bracket.test(character),
    quote: quote.test(character),
    dot: dots.test(character),
    bar: character === '|',
    blank: blank.test(character),
    close: close.test(character),
    gap: gap.test(character),
    latin: isLetter && latin.test(composed),
    foreign: isLetter && foreign.test(composed),
  };
  if (known.size >= maxKnown) known.clear();
  known.set(character, glyph);
  return glyph;
}

function lettersOf(character: string): string {
  const plain = character.normalize('NFKD').replace(unseen, '').toLowerCase();
  return [...plain].map((one) => lookAlikes.get(one) ?? one).join('');
}
