// Long texts, page by page.
import { neutralise } from '../attribution.js';

/** Most bytes of a body in one result. */
export const PAGE_BYTES = 8192;

/** A piece of a body that belongs together: what one agent wrote, between the lines that say so (empty: no such line). */
export interface Section {
  head: string;
  text: string;
  tail: string;
  /** The text is somebody else's, as it was written: what is shown of it is neutralised. */
  foreign?: boolean;
}

/** All sections, as they were written. */
function wholeOf(sections: readonly Section[]): string {
  return sections.map(sectionText).join('\n');
}

function sectionText({ head, text, tail }: Section): string {
  return [head, text, tail].filter((one, at) => at === 1 || one !== '').join('\n');
}

export function bytesOf(sections: readonly Section[]): number {
  return Buffer.byteLength(wholeOf(sections));
}

export interface Page {
  text: string;
  /** From 1. */
  page: number;
  pages: number;
  /** Bytes of the whole. */
  bytes: number;
}

/** Cuts at line ends where there is one in the last quarter of a page, else between characters; joined again the pages are the text. */
function cut(text: string, max = PAGE_BYTES): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const pages: string[] = [];
  let start = 0;
  while (bytes.length - start > max) {
    let end = start + max;
    // Only the last quarter is searched: in a text of one line the search would go back to its start each time.
    const quarter = end - Math.floor(max / 4);
    const line = bytes.subarray(quarter, end).lastIndexOf(0x0a);
    if (line >= 0) end = quarter + line + 1;
    else while (((bytes[end] ?? 0) & 0xc0) === 0x80) --end;
    pages.push(bytes.toString('utf8', start, end));
    start = end;
  }
  pages.push(bytes.toString('utf8', start));
  return pages;
}

/**
 * That page of the sections; undefined when there is none of this number. A page that starts or ends inside a section
 * repeats its first line, or closes it, so that no text stands without the line that says whose it is.
 */
export function pageOf(sections: readonly Section[], page: number): Page | undefined {
  const whole = wholeOf(sections);
  const pages = cut(whole);
  const text = pages[page - 1];
  if (text === undefined) return undefined;
  const start = pages.slice(0, page - 1).reduce((sum, { length }) => sum + length, 0);
  const end = start + text.length;
  const places = placesOf(sections);
  const first = places.find((one) => start <= one.end);
  const last = places.find((one) => end - 1 <= one.end);
  const parts = [
    ...(first !== undefined && start > first.start && first.section.head !== '' ? [`${first.section.head} (goes on)`] : []),
    shown(whole, places, start, text.endsWith('\n') ? end - 1 : end),
    ...(last !== undefined && end < last.end && last.section.tail !== '' ? [`${last.section.tail} (more follows)`] : []),
  ];
  return { text: parts.join('\n'), page, pages: pages.length, bytes: Buffer.byteLength(whole) };
}

/** Where a section stands in the whole, and where its text does. */
interface Place {
  section: Section;
  start: number;
  text: number;
  end: number;
}

function placesOf(sections: readonly Section[]): Place[] {
  let at = 0;
  return sections.map((section) => {
    const start = at;
    const text = start + (section.head === '' ? 0 : section.head.length + 1);
    const end = start + sectionText(section).length;
    at = end + 1;
    return { section, start, text, end };
  });
}

/** That piece of the whole, with the texts of others neutralised. */
function shown(whole: string, places: readonly Place[], start: number, end: number): string {
  let out = '';
  let done = start;
  for (const { section, text } of places) {
    const from = Math.max(done, text);
    const to = Math.min(end, text + section.text.length);
    if (section.foreign !== true || from >= to) continue;
    out += whole.slice(done, from) + neutralise(section.text, from - text, to - text);
    done = to;
  }
  return out + whole.slice(done, end);
}

export function sizeOf(bytes: number): string {
  return bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
