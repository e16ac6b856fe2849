// Long texts, page by page.

/** Most bytes of a body in one result. */
export const PAGE_BYTES = 8192;

/** A piece of a body that belongs together: what one agent wrote, between the lines that say so (empty: no such line). */
export interface Section {
  head: string;
  text: string;
  tail: string;
}

export function wholeOf(sections: readonly Section[]): string {
  return sections.map(sectionText).join('\n');
}

function sectionText({ head, text, tail }: Section): string {
  return [head, text, tail].filter((one, at) => at === 1 || one !== '').join('\n');
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
export function cut(text: string, max = PAGE_BYTES): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const pages: string[] = [];
  let start = 0;
  while (bytes.length - start > max) {
    let end = start + max;
    const line = bytes.lastIndexOf(0x0a, end - 1) + 1;
    if (line > end - max / 4) end = line;
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
  const start = pages.slice(0, page - 1).join('').length;
  const first = sectionAt(sections, start);
  const last = sectionAt(sections, start + text.length - 1);
  const parts = [
    ...(first !== undefined && start > first.start && first.section.head !== '' ? [`${first.section.head} (goes on)`] : []),
    text.replace(/\n$/, ''),
    ...(last !== undefined && start + text.length < last.end && last.section.tail !== '' ? [`${last.section.tail} (more follows)`] : []),
  ];
  return { text: parts.join('\n'), page, pages: pages.length, bytes: Buffer.byteLength(whole) };
}

/** The section that holds the character at `at`, with where it starts and ends. */
function sectionAt(sections: readonly Section[], at: number): { section: Section; start: number; end: number } | undefined {
  let start = 0;
  for (const section of sections) {
    const end = start + sectionText(section).length;
    if (at <= end) return { section, start, end };
    start = end + 1;
  }
  return undefined;
}

export function sizeOf(bytes: number): string {
  return bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
