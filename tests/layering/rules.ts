// Which folder of src/ may know what (the dependency direction in src/README.md), as data and one check.
import { lineOf, withoutComments, type Source } from './sources.js';

/** Folders of src/ that each folder may include; `generated` is a2a/wire/*, `proto` protoc's own messages in it. */
export const mayInclude: Record<string, readonly string[]> = {
  base: ['base'],
  json: ['json', 'base'],
  generated: ['generated', 'proto', 'json', 'base'],
  store: ['store', 'generated', 'proto', 'base'],
  broker: ['broker', 'store', 'generated', 'proto', 'base'],
  rpc: ['rpc', 'generated', 'proto', 'json', 'base'],
  inspect: ['inspect', 'store', 'generated', 'proto', 'json', 'base'],
  cli: ['cli', 'inspect', 'rpc', 'broker', 'store', 'generated', 'proto', 'json', 'base'],
  main: ['cli', 'inspect', 'rpc', 'broker', 'store', 'generated', 'proto', 'json', 'base'],
};

/** The broker sees the store through these headers of it. */
const storeForBroker = new Set(['store/store.h']);

interface Confined {
  what: string;
  pattern: RegExp;
  /** Source files that may do it. */
  home: RegExp;
}

/** Things that have one home. Patterns are applied to code without comments and literals, includes to whole lines. */
export const confined: readonly Confined[] = [
  { what: 'sqlite3.h', pattern: /^[ \t]*#[ \t]*include[ \t]*[<"]sqlite3(?:ext)?\.h[>"]/gm, home: /^src\/(store|inspect)\// },
  {
    what: 'file descriptors (unistd.h, fcntl.h, poll.h and their like)',
    pattern: /^[ \t]*#[ \t]*include[ \t]*<(?:unistd|fcntl|poll|sys\/(?:poll|select|epoll|uio|eventfd|signalfd|socket|file|ioctl))\.h>/gm,
    home: /^src\/(base\/fd[^/]*|rpc\/stdio_server[^/]*)$/,
  },
  {
    what: 'calls on file descriptors',
    pattern: /(?<![\w.>:]|->)(?:::)?(?:open|openat|read|write|writev|poll|ppoll|select|fcntl|dup2?|pipe2?|fsync|fdatasync|flock)\s*\((?!\s*\))/g,
    home: /^src\/(base\/fd[^/]*|rpc\/stdio_server[^/]*)$/,
  },
  {
    what: 'the system clock',
    pattern: /\b(?:clock_gettime|gettimeofday|timespec_get|system_clock|steady_clock|high_resolution_clock)\b|(?<![\w.>:])(?:std::|::)?time\s*\(|\babsl::(?:Now|GetCurrentTimeNanos)\b/g,
    home: /^src\/base\//,
  },
  {
    what: 'randomness',
    pattern: /\b(?:getrandom|getentropy|random_device|mt19937\w*|arc4random\w*|srand|randombytes\w*)\b|\babsl::BitGen\b|\/dev\/u?random/g,
    home: /^src\/base\//,
  },
  { what: 'JSON in the broker', pattern: /^[ \t]*#[ \t]*include[ \t]*"json\//gm, home: /^src\/(?!broker\/)|^generated\// },
];

function folderOf(file: string): string {
  if (file.startsWith('generated/')) return 'generated';
  const parts = file.split('/');
  return parts.length > 2 && parts[1] !== undefined ? parts[1] : 'main';
}

function targetOf(include: string): string | undefined {
  if (include.startsWith('a2a/')) return include.endsWith('.pb.h') ? 'proto' : 'generated';
  const folder = include.split('/')[0] ?? '';
  return folder in mayInclude && include.includes('/') ? folder : undefined;
}

/** Every breach of the rules, as `file:line: what`. */
export function breaches(sources: readonly Source[]): string[] {
  const found: string[] = [];
  for (const { file, text } of sources) {
    const folder = folderOf(file);
    const allowed = mayInclude[folder];
    const lines = withoutComments(text);
    const code = withoutComments(text, false);
    if (allowed === undefined) {
      found.push(`${file}:1: the folder ${folder} has no place in the dependency direction`);
      continue;
    }
    for (const match of lines.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm)) {
      const include = match[1] ?? '';
      const target = targetOf(include);
      const at = `${file}:${lineOf(text, match.index)}`;
      if (target !== undefined && !allowed.includes(target)) {
        found.push(`${at}: ${folder} includes ${include}, but may only include ${allowed.join(', ')}`);
      }
      if (folder === 'broker' && target === 'store' && !storeForBroker.has(include)) {
        found.push(`${at}: the broker includes ${include}, but knows the store through store/store.h alone`);
      }
    }
    for (const { what, pattern, home } of confined) {
      if (home.test(file)) continue;
      const searched = pattern.source.startsWith('^') ? lines : code;
      for (const match of searched.matchAll(pattern)) {
        found.push(`${file}:${lineOf(text, match.index)}: ${what}: ${match[0].trim()}`);
      }
    }
  }
  return found;
}
