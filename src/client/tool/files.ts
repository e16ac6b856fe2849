// Files that a model names. Without a reader the tool refuses them; this one reads only below given folders.
import { constants, promises as fs } from 'node:fs';
import path from 'node:path';
import { A2A_MAX_FILE_BYTES, type FileContent } from '../../../generated/ts/index.js';
import { sizeOf } from './pages.js';

const MAX_BYTES = A2A_MAX_FILE_BYTES;

/** Gives the content of a file that a model named, or throws an Error whose message the model may read. */
export type ReadFile = (file: string) => Promise<FileContent>;

/**
 * A reader of regular files whose real path lies below one of `roots`. Relative paths start at the first root. Links are
 * resolved before they are judged, and what is opened is what was judged.
 */
export function readFilesBelow(roots: readonly [string, ...string[]]): ReadFile {
  return async (file) => {
    const wanted = path.resolve(roots[0], file);
    const real = await realPath(wanted);
    const allowed = await Promise.all(roots.map(realPath));
    // One answer for what is outside and what is not there: it tells nothing of the rest of the disk.
    if (real === undefined || !allowed.some((root) => root !== undefined && isBelow(root, real))) {
      throw new Error(`There is no readable file ${JSON.stringify(file)} in the folders that may be sent from.`);
    }
    const handle = await fs.open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw new Error(`${JSON.stringify(file)} is not a regular file.`);
      if ((await realPath(wanted)) !== real) throw new Error(`${JSON.stringify(file)} changed while it was read.`);
      if (stat.size > MAX_BYTES) {
        throw new Error(`${JSON.stringify(file)} has ${sizeOf(stat.size)}; a file may have ${sizeOf(MAX_BYTES)}.`);
      }
      const bytes = await handle.readFile();
      const mimeType = types.get(path.extname(real).toLowerCase());
      return { name: path.basename(real), bytes: bytes.toString('base64'), ...(mimeType === undefined ? {} : { mimeType }) };
    } finally {
      await handle.close();
    }
  };
}

const types = new Map([
  ['.txt', 'text/plain'],
  ['.md', 'text/markdown'],
  ['.json', 'application/json'],
  ['.csv', 'text/csv'],
  ['.html', 'text/html'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.svg', 'image/svg+xml'],
  ['.pdf', 'application/pdf'],
]);

async function realPath(file: string): Promise<string | undefined> {
  return await fs.realpath(file).catch(() => undefined);
}

function isBelow(root: string, file: string): boolean {
  const way = path.relative(root, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
