// Texts of others, shown so that nobody can pass for somebody else: above each stands a line of ours with what the broker
// stamped, below it a line that ends it, and whatever looks like one of these inside the text is made to look different.
import { attributionLine, neutralise, type Origin } from '../attribution.js';
import type { Section } from './pages.js';

/** A text of somebody else between its two lines; the page that shows it neutralises it. */
export function quoted(origin: Origin, text: string): Section {
  return { head: attributionLine(origin), text, tail: `[end of text from ${origin.from}]`, foreign: true };
}

/** One line of at most `max` characters and `maxBytes` bytes of UTF-8, quoted, for texts of others inside our lines. */
export function snippet(text: string, max: number, maxBytes = Infinity): string {
  const flat = neutralise(text.slice(0, max * 8).replace(/[\ud800-\udbff]$/, ''))
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim();
  const chars = [...flat];
  if (chars.length <= max && Buffer.byteLength(flat) <= maxBytes && text.length <= max * 8) return `"${flat}"`;
  const ellipsis = '…';
  let cut = chars.slice(0, max - 1).join('');
  while (Buffer.byteLength(cut) + Buffer.byteLength(ellipsis) > maxBytes) cut = [...cut].slice(0, -1).join('');
  return `"${cut.trimEnd()}${ellipsis}"`;
}
