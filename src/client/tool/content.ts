// text, data and files of a call as parts of a message.
import { A2A_MAX_PARTS, A2A_MAX_TEXT_CHARS, type FileContent, type JsonObject, type Part } from '../../../generated/ts/index.js';
import type { Running } from './outcome.js';
import { refuse } from './refusal.js';
import { wellFormed } from './values.js';

/** In the metadata of a text part: it goes on where the part before it stops. */
export const CONTINUES = 'continues';

export async function contentOf(running: Running): Promise<Part[]> {
  const { args } = running;
  const files = await filesOf(running);
  const parts: Part[] = args.text === undefined ? [] : textParts(args.text, running.notes);
  if (args.data !== undefined) parts.push({ kind: 'data', data: JSON.parse(args.data) as JsonObject });
  parts.push(...files.map((file) => ({ kind: 'file', file }) as const));
  return parts;
}

/** A long text goes in several parts; one that is too long for those as a file. */
function textParts(text: string, notes: string[]): Part[] {
  const valid = wellFormed(text);
  const chars = [...valid];
  if (chars.length <= A2A_MAX_TEXT_CHARS) return [{ kind: 'text', text: valid }];
  if (chars.length > A2A_MAX_TEXT_CHARS * (A2A_MAX_PARTS / 2)) {
    notes.push('the text was very long and goes as the file text.txt');
    return [{ kind: 'file', file: { name: 'text.txt', mimeType: 'text/plain', bytes: Buffer.from(valid).toString('base64') } }];
  }
  const parts: Part[] = [];
  for (let at = 0; at < chars.length; at += A2A_MAX_TEXT_CHARS) {
    const text = chars.slice(at, at + A2A_MAX_TEXT_CHARS).join('');
    parts.push({ kind: 'text', text, ...(at === 0 ? {} : { metadata: { [CONTINUES]: true } }) });
  }
  return parts;
}

async function filesOf({ args, session }: Running): Promise<FileContent[]> {
  const { files, ...rest } = args;
  if (files === undefined) return [];
  const { readFile } = session.options;
  const named = `${args.text === undefined ? '' : `${args.text}\n`}Files: ${files.join(', ')}`;
  const without = { ...rest, text: named };
  if (readFile === undefined) refuse('This runtime sends no files.', without, 'Name the paths in text, or put the content there.');
  const contents: FileContent[] = [];
  for (const file of files) {
    try {
      contents.push(await readFile(file));
    } catch (error) {
      const why = error instanceof Error && !('code' in error) ? error.message : `${JSON.stringify(file)} cannot be read.`;
      refuse(`${why}`, without, 'Correct the path, or put the content into text.');
    }
  }
  return contents;
}
