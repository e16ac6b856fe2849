// Seeded damage to JSON values: what a client could get wrong, and what it may write otherwise with equal meaning.
import * as p from '../../generated/ts/index.js';
import type { Json, TypeTable } from '../../generated/ts/index.js';
import type { Random } from './support.js';

type Container = { [member: string]: Json } | Json[];

// Names of this protocol and of others, so that members get mixed up between types.
const memberNames: string[] = [
  ...new Set(Object.values<TypeTable>(p.tables).flatMap((table) => table.fields.map(({ name }) => name))),
  'kind',
  'x-mine',
  '',
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  'a~b',
  '\u{1f600}',
  '\uff5e',
  'é',
  'x'.repeat(257),
];

const strings = [
  '',
  'a',
  'text',
  'file',
  'data',
  'message',
  'task',
  'status-update',
  'artifact-update',
  'user',
  'agent',
  'working',
  'canceled',
  'subagent',
  'normal',
  'AA==',
  'AB==',
  'aGVsbG8=',
  'a\u0000b',
  '\u{1f600}'.repeat(64),
  '\u{1f600}'.repeat(65),
  'é'.repeat(129),
  'i'.repeat(256),
  'i'.repeat(257),
];

const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  -1.5,
  255,
  256,
  257,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 62,
  1e18,
  1e19,
  -1e19,
  1e300,
  5e-324,
];

/** A copy of `value` with up to three random changes somewhere inside. */
export function mutated(value: object, random: Random): Json {
  const root: { value: Json } = { value: JSON.parse(JSON.stringify(value)) as Json };
  for (let changes = random.below(4); changes > 0; --changes) change(root, random);
  return root.value;
}

/** Every place in the value, as the container that holds it and its name there. */
function places(container: Container, found: [Container, string][] = []): [Container, string][] {
  for (const [name, item] of Object.entries(container)) {
    found.push([container, name]);
    if (typeof item === 'object' && item !== null) places(item, found);
  }
  return found;
}

function change(root: { value: Json }, random: Random): void {
  const [holder, name] = random.pick(places(root));
  const item = (holder as { [member: string]: Json })[name] as Json;
  switch (random.below(8)) {
    case 0:
      remove(holder, name);
      break;
    case 1:
      define(holder, name, null);
      break;
    case 2:
    case 3:
      define(holder, name, randomValue(random));
      break;
    case 4:
      if (typeof item === 'object' && item !== null) add(item, random);
      break;
    case 5:
      if (typeof item === 'object' && item !== null) define(holder, name, reordered(item, random));
      break;
    case 6:
      if (Array.isArray(item) && item.length > 0) item.push(...item.slice(0, 1 + random.below(70)));
      break;
    default:
      if (typeof item === 'string')
        define(holder, name, random.pick([item + item, item.toUpperCase(), [...item].slice(1).join(''), ` ${item}`]));
      else if (typeof item === 'number')
        define(holder, name, random.pick([-item, item + 0.5, item * 2 ** 31, item + 1]));
      else define(holder, name, typeof item === 'boolean' ? !item : randomValue(random));
  }
}

// Also right for __proto__, which an assignment would swallow.
function define(holder: Container, name: string, value: Json): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function remove(holder: Container, name: string): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (name !== 'value' || Object.keys(holder).length > 1) delete holder[name];
}

function add(container: Container, random: Random): void {
  const value = randomValue(random);
  if (Array.isArray(container)) container.splice(random.below(container.length + 1), 0, value);
  else define(container, random.pick(memberNames), value);
}

function reordered(container: Container, random: Random): Json {
  const entries = Object.entries(container);
  for (let i = entries.length - 1; i > 0; --i) {
    const j = random.below(i + 1);
    [entries[i], entries[j]] = [entries[j] as [string, Json], entries[i] as [string, Json]];
  }
  return Array.isArray(container) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function randomValue(random: Random): Json {
  switch (random.below(7)) {
    case 0:
      return null;
    case 1:
      return random.below(2) === 0;
    case 2:
      return random.pick(numbers);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return [random.pick(strings), random.pick(numbers)];
    default:
      return random.pick(strings);
  }
}

/** The value as JSON in one line: now and then with white space, escapes and number forms that mean the same. */
export function written(value: Json, random: Random): string {
  const plain = JSON.stringify(value);
  let text = plain;
  if (random.below(3) === 0) text = text.replace(/"kind"/g, '"k\\u0069nd"').replace(/"text"/g, '"\\u0074ext"');
  if (random.below(3) === 0)
    text = text.replace(/([,:[{])(?=["[{\]}\d])/g, (mark) => (random.below(9) === 0 ? `${mark} \t` : mark));
  if (random.below(3) === 0) {
    text = text.replace(
      /([:,[])(\d{1,9})(?=[,}\]])/g,
      (_, mark: string, digits: string) => mark + numberForm(digits, random),
    );
  }
  return sameMeaning(text, plain) ? text : plain;
}

// The replacements may have hit text inside of strings.
function sameMeaning(text: string, plain: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === plain;
  } catch {
    return false;
  }
}

function numberForm(digits: string, random: Random): string {
  return random.pick([`${digits}.0`, `${digits}e0`, `${digits}0e-1`, `${digits}.00E+0`, digits]);
}
