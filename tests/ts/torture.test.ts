// Names and texts that bite, item by item. Each is accepted, and then all of them together compile in C++ (in the mode
// of the standard and in gcc's gnu mode) and in TypeScript (oldest and newest compiler, strictest flags); or it is
// refused at its place, with a text that names both sides: the thing of the schema and what it clashes with.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { binDir, root } from '../support/paths.js';
import { compileTypescript, generate, headLines, hostileTexts, protoString, Torture } from './torture.js';

interface Item {
  item: string;
  schema: string;
  /** Items that it stands on. */
  needs?: Item[];
  /** What is printed, as patterns behind "torture.proto:LINE:COL "; absent: the item is accepted. */
  refused?: RegExp[];
}

const message = (name: string): Item => ({ item: `message ${name}`, schema: `message ${name} { string x = 1; }` });
const fieldOwner = (name: string): string => `Holds${Buffer.from(name).toString('hex')}`;
const field = (name: string): Item => ({
  item: `field ${name}`,
  schema: `message ${fieldOwner(name)} { string ${name} = 1 [(a2a.field).required = true]; }`,
});
const value = (name: string): Item => {
  const owner = `${fieldOwner(name)}Value`;
  const schema = `message ${owner} { enum E { E_UNSPECIFIED = 0; ${name} = 1; } E e = 1; }`;
  return { item: `enum value ${name}`, schema };
};
const refused = (item: Item, ...lines: RegExp[]): Item => ({ ...item, refused: lines });

const reservedInJs = /wire name "__proto__" is reserved: JavaScript/;
const underscore = /__proto__.* begins with an underscore, as names of protoc and the compiler do/;
const macro = (name: string): RegExp => new RegExp(`\\[A2A206\\] .*\\b${name}\\b.* is a macro of the C\\+\\+ library`);

const words = ['Object', 'Error', 'Promise', 'Map', 'switch', 'Array', 'String', 'Symbol', 'Function', 'Date'];
const globals = words.map(message);

const names: Item[] = [
  ...globals,
  {
    item: 'those messages as types of fields',
    needs: globals,
    schema: `message Everyone {
      Object object = 1; Error error = 2; Promise promise = 3; map<string, Map> map = 4; switch switch = 5;
      repeated Array array = 6; String string = 7; Symbol symbol = 8; Function function = 9; Date date = 10; }`,
  },
  refused(
    {
      item: 'Foo_Bar.Blubb next to Foo.Bar_Blubb',
      schema: 'message Foo_Bar { message Blubb {} }\nmessage Foo { message Bar_Blubb {} }',
    },
    /\[A2A205\] message torture\.Foo\.Bar_Blubb and message torture\.Foo_Bar\.Blubb would both be Foo_Bar_Blubb in C\+\+/,
  ),
  refused(
    { item: 'Foo.Bar next to FooBar', schema: 'message Foo { message Bar {} }\nmessage FooBar {}' },
    /\[A2A204\] message torture\.FooBar and message torture\.Foo\.Bar are both called FooBar once nesting is flattened/,
  ),
  ...['constructor', 'toString', 'hasOwnProperty', 'prototype', 'linux', 'unix', 'EOF', 'NULL', 'major'].map(field),
  refused(field('__proto__'), /\[A2A206\] field __proto__ begins with an underscore/),
  refused(
    {
      item: '__proto__ on the wire',
      schema: 'message WireProto { string x = 1 [(a2a.field).wire_name = "__proto__"]; }',
    },
    reservedInJs,
  ),
  refused(message('__proto__'), underscore),
  refused(value('__proto__'), underscore),
  refused(field('errno'), macro('errno')),
  ...['EOF', 'NULL', 'errno'].flatMap((name) => [
    refused(message(name), macro(name)),
    refused(value(name), macro(name)),
  ]),
  ...['linux', 'unix', 'major', 'constructor', 'toString'].flatMap((name) => [message(name), value(name)]),
  refused(
    {
      item: 'enum strings a-b, a_b and a+b',
      schema: `enum Strings { STRINGS_UNSPECIFIED = 0; STRINGS_A = 1 [(a2a.value).wire = "a-b"];
        STRINGS_B = 2 [(a2a.value).wire = "a_b"]; STRINGS_C = 3 [(a2a.value).wire = "a+b"]; }`,
    },
    /\[A2A503\] wire string "a_b" of enum Strings collides with "a-b" once both are identifiers/,
    /\[A2A503\] wire string "a\+b" of enum Strings collides with "a-b" once both are identifiers/,
  ),
];

const comments: Item[] = [
  ['*/', 'x */ int hostile; /* y'],
  ['a trailing backslash', 'x \\'],
  ['CR', 'x\rint hostile;'],
  ['U+2028', 'x\u2028int hostile;\u2029int hostile;'],
  ['@@protoc_insertion_point(x)', '@@protoc_insertion_point(x)'],
  ['@ts-nocheck', '@ts-nocheck'],
  ['a tag of JSDoc', '{@link x} @deprecated'],
  ['a template', '${globalThis.pwned = 1} `'],
].map(([name = '', text = ''], i) => ({
  item: `comment with ${name}`,
  schema: `// ${text}
message Comment${i} { // ${text}
  // ${text}
  string x = 1; // ${text}
}
// ${text}
enum Remark${i} { // ${text}
  REMARK${i}_UNSPECIFIED = 0;
  // ${text}
  REMARK${i}_A = 1;
}
// ${text}
service Told${i} { // ${text}
  // ${text}
  rpc Ask(Comment${i}) returns (Comment${i}) {
    option (a2a.method).name = "ask.${i}"; option (a2a.method).capability = "c";
  }
}`,
}));

const free: Item[] = [...hostileTexts].map(([name, text], i) => ({
  item: `option text with ${name}`,
  schema: `option (a2a.protocol).text = { name: "HOSTILE_${i}" value: ${protoString(text)} doc: ${protoString(text)} };
option (a2a.protocol).bound = { name: "BOUND_${i}" value: ${i} unit: ${protoString(text)} limit: ${protoString(text)}
  doc: ${protoString(text)} };
option (a2a.protocol).capability = { name: "capability.${i}" doc: ${protoString(text)} };
enum Fault${i} {
  FAULT${i}_UNSPECIFIED = 0;
  FAULT${i}_F${i} = 1 [(a2a.error) = { code: ${i + 1} text: ${protoString(text)} }];
}
message Limited${i} { string x = 1 [(a2a.field).max_chars = "BOUND_${i}"]; }`,
}));

// The same texts as names on the wire, where control characters and ends of lines are refused.
const wires: Item[] = [...hostileTexts].map(([name, text], i) => {
  const schema = `enum Wire${i} { WIRE${i}_UNSPECIFIED = 0; WIRE${i}_A = 1 [(a2a.value).wire = ${protoString(text)}]; }
message Arm${i} { string x = 1 [(a2a.field).wire_name = ${protoString(text)}]; Wire${i} wire = 2; }
message Tag${i} { option (a2a.type).tag = { name: "t" value: ${protoString(text)} written: true }; }
message Union${i} { oneof u { option (a2a.union).discriminator = ${protoString(`d${text}`)};
  Arm${i} a = 1 [(a2a.arm) = ${protoString(text)}]; Tag${i} t = 2; } }`;
  const item = { item: `wire names with ${name}`, schema };
  if (!/[\0-\x1f\u2028]/.test(text)) return item;
  const why = /\[A2A202\] .* holds a control character or line separator/;
  return refused(item, why, why, why, why, why);
});

const items = [...names, ...comments, ...free, ...wires];

for (const { item, schema, needs = [], refused: lines } of items) {
  test(`${item}: ${lines === undefined ? 'accepted' : 'refused at its place'}`, () => {
    const found = generate([...needs.map((other) => other.schema), schema].join('\n')).diagnostics;
    if (lines === undefined) return assert.deepEqual(found, []);
    assert.equal(found.length, lines.length, found.join('\n'));
    lines.forEach((line, i) => assert.match(found[i] ?? '', line));
    for (const line of found) {
      const at = Number(/^torture\.proto:(\d+):\d+ \[A2A\d{3}\] /.exec(line)?.[1]);
      assert.ok(at > headLines, line);
    }
    return undefined;
  });
}

const accepted = items.filter((item) => item.refused === undefined).map(({ schema }) => schema);
let made: Torture | undefined;
const all = (): Torture => (made ??= new Torture('torture', accepted.join('\n')));

test('all that is accepted compiles as C++20, and every text keeps its value', () => {
  all().compileCpp('c++20', [], values());
});

test('all that is accepted compiles in the gnu mode of C++20, without the macros that take words of everybody', () => {
  all().compileCpp('gnu++20', ['-Ulinux', '-Uunix'], values());
});

test('with those macros the compiler names both sides', () => {
  const said = all().cppErrors('gnu++20');
  assert.match(said, /codec\.h:\d+:\d+: error: #error ".*\.linux of the schema and the macro linux of gcc's gnu modes/);
  assert.match(said, /codec\.h:\d+:\d+: error: #error ".*\.unix of the schema and the macro unix of gcc's gnu modes/);
});

test('all that is accepted compiles in TypeScript, runs none of its text, and every text keeps its value', async () => {
  all().compileTypescript();
  const module = await all().load();
  assert.equal((globalThis as Record<string, unknown>)['pwned'], undefined);
  const texts = [...hostileTexts.values()];
  const { bounds, errors } = module as unknown as Record<'bounds' | 'errors', Record<string, Record<string, unknown>>>;
  texts.forEach((text, i) => {
    assert.equal(module[`HOSTILE_${i}`], text);
    assert.equal(bounds[`BOUND_${i}`]?.['limit'], text);
    assert.equal(errors[`F${i}`]?.['text'], text);
  });
});

// Its C++ is part of the build.
test('the protocol of tests/codegen, which has more of them, compiles in TypeScript', () => {
  compileTypescript(path.join(binDir, '../tests/codegen/plans_gen/ts'), path.join(root, 'build/torture/plans'));
});

function values(): [constant: string, text: string][] {
  return [...hostileTexts.values()].map((text, i) => [`torture::kHostile${i}`, text]);
}

// Everything that the C and C++ headers under the generated code define, and what other headers of the system do.
const elsewhere = [
  ...['SIGINT', 'SIGKILL', 'SIGSEGV', 'SIGRTMIN', 'SIG_DFL', 'stdin', 'stdout', 'stderr', 'assert', 'isnan', 'isinf'],
  ...['signbit', 'TRUE', 'FALSE', 'DOMAIN', 'OVERFLOW', 'UNDERFLOW', 'SING', 'PLOSS', 'TLOSS', 'HUGE', 'BUFSIZ', 'EOF'],
  ...['major', 'minor', 'makedev', 'PAGE_SIZE', 'PAGE_MASK', 'PATH_MAX', 'INT_MAX', 'NAN', 'INFINITY', 'M_PI', 'NULL'],
  ...['errno', 'EINVAL', 'EAGAIN', 'setjmp', 'offsetof', 'va_start', 'alloca', 'st_atime', 'si_pid', 'sa_handler'],
  ...['h_errno', 'howmany', 'roundup', 'powerof2', 'MIN', 'MAX', 'ERROR', 'NO_ERROR', 'DEBUG', 'STRICT', 'OPTIONAL'],
  ...['IGNORE', 'IN', 'OUT', 'REASON_UNKNOWN', 'DELETE', 'CREATE_NEW', 'timezone', 'linux', 'unix', 'I', 'complex'],
];

test('every macro of the headers is refused, or is a name that compiles all the same', () => {
  const macros = [...new Set([...all().macros('gnu++20'), ...elsewhere])].filter((name) => /^[A-Za-z]\w*$/.test(name));
  // In C++ a field goes by its name in small letters.
  const small = new Set([...macros, ...elsewhere.map((name) => name.toLowerCase())]);
  const uses = macros.flatMap((name) => {
    const kinds = small.has(name.toLowerCase()) ? [message, field, value] : [message, value];
    return kinds.map((make) => ({ name, schema: make(name).schema }));
  });
  const schemaOf = (list: typeof uses): string => list.map(({ schema }) => schema).join('\n');
  const { diagnostics } = generate(schemaOf(uses));
  const lines = new Set<number>();
  for (const line of diagnostics) {
    const at = Number(/^torture\.proto:(\d+):/.exec(line)?.[1]) - headLines - 1;
    assert.match(line, /\[A2A20[16]\] /, line);
    assert.ok(line.toLowerCase().includes((uses[at]?.name ?? '?').toLowerCase()), `${line}: ${uses[at]?.schema}`);
    lines.add(at);
  }
  const rest = uses.filter((_, i) => !lines.has(i));
  assert.ok(lines.size > 2500 && rest.length > 50, `${lines.size} refused, ${rest.length} accepted`);
  const compiled = new Torture('macros', schemaOf(rest));
  compiled.compileCpp('c++20', [], []);
  compiled.compileCpp('gnu++20', ['-Ulinux', '-Uunix'], []);
  compiled.compileTypescript();
});
