// The reference: its examples are valid, its links lead somewhere, and no text of a schema becomes markup.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { marked } from 'marked';
import type { Tokens } from 'marked';
import { codegen, ours, plans, temporaryFolder, validatorsOf } from './support.js';
import type { Protocol } from './support.js';

interface IrField {
  wire_name: string;
  secret?: boolean;
  type?: string;
}

interface Ir {
  types: { name: string; fields?: IrField[] }[];
  enums: { name: string; is_state?: boolean }[];
  services: { name: string; methods: { name: string; notification?: boolean }[] }[];
  errors: { name: string }[];
  bounds: { name: string }[];
}

function irOf(protocol: Protocol): Ir {
  return JSON.parse(readFileSync(path.join(protocol.generated, 'protocol.ir.json'), 'utf8')) as Ir;
}

function pagesOf(protocol: Protocol): Map<string, string> {
  const folder = path.join(protocol.generated, 'docs');
  const names = [...readdirSync(folder).filter((name) => name.endsWith('.md')), 'schema/README.md'];
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

interface Example {
  page: string;
  type: string;
  side: 'input' | 'output';
  value: unknown;
}

function examplesOf(protocol: Protocol): Example[] {
  const examples: Example[] = [];
  for (const [page, text] of pagesOf(protocol)) {
    const marks = text.matchAll(/^<!-- example: (\w+) (input|output)(?: (\S+))? -->\n\n```json\n(.*?)\n```$/gms);
    for (const [, type = '', side = '', member = '', json = ''] of marks) {
      let value: unknown = JSON.parse(json);
      for (const name of member.split('/').filter(Boolean)) value = (value as Record<string, unknown>)[name];
      examples.push({ page, type, side: side as Example['side'], value });
    }
    assert.equal(text.match(/```json/g)?.length ?? 0, examples.filter((example) => example.page === page).length, page);
  }
  return examples;
}

function linksOf(text: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link') links.push((token as Tokens.Link).href);
  });
  return links;
}

/** Headings as GitHub names them. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) => {
    return heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  });
}

// Everything that Markdown and HTML know, as the text of every comment, error, unit and name that takes any text.
const hostileText = [
  '</td></tr><script>alert(1)</script> [x](javascript:alert(1)) ![i](http://e.example/x.png) [ref] <b>b</b>',
  'http://evil.example www.evil.example <http://evil.example> me@evil.example <!-- --> &lt;img src=x&gt; <!--',
  '*a* __b__ ~~c~~ `code` `` ` `` \\ | a | ${x} $$m$$ `',
  ...['# heading', '- item', '+ item', '* item', '1. item', '2) item', '> quote', '```js\ncode\n```', '~~~', '---'],
  ...[
    '| a | b |\n|---|---|\n| c | d |',
    'heading\n===',
    '    indented',
    '\tindented',
    '[ref]: http://evil.example',
    '***',
  ],
  'right to left \u202e, a line \u2028 and a backslash \\',
].join('\n\n');

/** A protocol whose every text is hostile, and what the generator makes of it. */
function hostile(): Protocol {
  const generated = temporaryFolder();
  const file = path.join(generated, 'protocol.ir.json');
  const text = readFileSync(path.join(plans().generated, 'protocol.ir.json'), 'utf8');
  const ir: unknown = JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && key === 'unit' ? hostileText : value,
  );
  const replaceTexts = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const object = value as Record<string, unknown>;
    if ('name' in object) object['doc'] = hostileText;
    if ('code' in object) object['text'] = hostileText;
    for (const inner of Object.values(object)) replaceTexts(inner);
  };
  replaceTexts(ir);
  writeFileSync(file, JSON.stringify(ir));
  for (const what of ['docs', 'vectors']) {
    const run = codegen('parity', what, '--ir', file, '--out', generated);
    assert.equal(run.code, 0, run.stderr);
  }
  return { ...plans(), name: 'a hostile protocol', generated };
}

const protocols = [ours, plans(), hostile()];

for (const protocol of protocols) {
  test(`examples of ${protocol.name} are valid`, async () => {
    const { tables, diagnose } = await validatorsOf(protocol);
    const examples = examplesOf(protocol);
    for (const { page, type, side, value } of examples) {
      const table = tables.get(type);
      assert.ok(table !== undefined, type);
      assert.equal(diagnose(table, value, '', side), undefined, `${page}: ${type}`);
    }
    const ir = irOf(protocol);
    const shown = new Set(examples.map(({ type }) => type));
    assert.deepEqual(
      ir.types.map(({ name }) => name).filter((name) => !shown.has(name)),
      [],
    );
    const calls = ir.services.flatMap(({ methods }) => methods).filter(({ notification }) => notification !== true);
    const onPage = (page: string): number => examples.filter((example) => example.page === page).length;
    assert.equal(onPage('methods.md'), 2 * calls.length);
  });

  test(`links of ${protocol.name} lead somewhere`, () => {
    const pages = pagesOf(protocol);
    let links = 0;
    for (const [page, text] of pages) {
      const folder = path.join(protocol.generated, 'docs', path.dirname(page));
      for (const target of linksOf(text)) {
        const [file = '', anchor] = target.split('#');
        const full = path.join(folder, file);
        assert.ok(existsSync(full), `${page}: ${target}`);
        ++links;
        if (anchor === undefined) continue;
        const found = anchorsOf(readFileSync(full, 'utf8')).filter((name) => name === anchor);
        assert.equal(found.length, 1, `${page}: ${target}`);
      }
    }
    assert.ok(links > 100);
  });

  test(`headings of ${protocol.name} are those of the schema`, () => {
    const ir = irOf(protocol);
    const pages = pagesOf(protocol);
    const count = (page: string, depth: number): number =>
      marked.lexer(pages.get(page) ?? '').filter((token) => token.type === 'heading' && token.depth === depth).length;
    const methods = ir.services.flatMap((service) => service.methods);
    const notifications = methods.filter(({ notification }) => notification === true);
    assert.equal(count('types.md', 2), ir.types.length + ir.enums.length);
    assert.equal(count('methods.md', 3), methods.length - notifications.length);
    assert.equal(count('notifications.md', 3), notifications.length);
    assert.equal(count('errors.md', 3), ir.errors.length);
    assert.equal(count('bounds.md', 3), ir.bounds.length);
    assert.equal(count('states.md', 2), ir.enums.filter(({ is_state }) => is_state === true).length);
    for (const [page, text] of pages)
      assert.equal(marked.lexer(text).filter((t) => t.type === 'heading' && t.depth === 1).length, 1, page);
  });

  test(`rendered pages of ${protocol.name} hold nothing but text, tables, code and our links`, () => {
    const allowed =
      /^<\/?(?:h[1-6]|p|table|thead|tbody|tr|th|td|ul|li|strong|pre|code(?: class="language-json")?|a(?: href="(?!\w+:|\/\/)[\w./-]*(?:#[\w-]+)?")?)>$/;
    for (const [page, text] of pagesOf(protocol)) {
      const html = (marked.parse(text, { gfm: true, async: false }) as string).replaceAll(/<!-- [^<>]*? -->/g, '');
      for (const [tag] of html.matchAll(/<[^>]*>?/g)) assert.match(tag, allowed, page);
    }
  });

  test(`examples of ${protocol.name} show no secrets`, () => {
    const types = new Map(irOf(protocol).types.map((type) => [type.name, type]));
    for (const { type, value } of examplesOf(protocol)) {
      for (const { wire_name, secret } of types.get(type)?.fields ?? []) {
        const shown = (value as Record<string, unknown>)[wire_name];
        if (secret === true && shown !== undefined) assert.equal(shown, '(secret)', `${type}.${wire_name}`);
      }
    }
  });
}
