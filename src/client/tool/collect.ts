// What a model gave, field by field, whatever it called the fields and whatever it put around them. Nothing that may be
// content is dropped: what says the same thing twice counts once, what says more is put together.
import { FIELD_ALIASES, ORDINARY, WEAK, WRAPPERS } from './aliases.js';
import { ACTIONS, FIELDS, type Field } from './arguments.js';
import { bare, distance } from './suggest.js';
import { clip, isAbsent, isObject, outcomeMeaning, parseJson, textOf, type Notes } from './values.js';

export interface Given {
  value: unknown;
  /** Bare name that the model used. */
  name: string;
  /** Something else that the call says of the same field with as much right. */
  conflict?: unknown;
}

/** `inner`: it stood in a wrapper; what is said outside has more right. */
type Entry = readonly [key: string, value: unknown, inner?: boolean | undefined];

/** The members of the object that holds the arguments. One name may be there twice, from outside and from inside. */
export function unwrap(input: unknown, notes: Notes, depth = 0): Entry[] {
  if (typeof input === 'string') {
    const parsed = parseJson(input.trim());
    if (parsed === undefined && input.trim() !== '') return [['action', input.trim()]];
    notes.push('the arguments were JSON in a string');
    return unwrap(parsed, notes, depth + 1);
  }
  if (Array.isArray(input) && input.length === 1 && depth < 4) {
    notes.push('the arguments were a list of one');
    return unwrap(input[0], notes, depth + 1);
  }
  if (!isObject(input)) return [];
  const entries = withoutEnvelope(Object.entries(input), notes);
  const wrapper = entries.find(
    ([name, value]) => WRAPPERS.has(bare(name)) && (isObject(value) || (typeof value === 'string' && isObject(parseJson(value)))),
  );
  if (wrapper === undefined || depth >= 4) return entries;
  notes.push(`the arguments were inside ${clip(wrapper[0], 30)}`);
  const outer = entries.filter((one) => one !== wrapper && !isAbsent(one[1]));
  const inner = unwrap(wrapper[1], [], depth + 1);
  const explicit = outer.some(([name, value]) => fieldOf(name, value) === 'action' && isAction(value));
  // An action that is said outside is the one that was chosen; in the wrapper it may be somebody else's word.
  const kept = inner.filter(([name, value]) => !explicit || fieldOf(name, value) !== 'action');
  const said = !explicit && inner.some(([name, value]) => name === 'action' && isAction(value));
  return [...outer.filter(([name]) => !said || name !== 'action'), ...kept.map(([key, value]): Entry => [key, value, true])];
}

const envelopeTypes = new Set(['tooluse', 'toolcall', 'functioncall', 'function']);
const envelopeIds = new Set(['id', 'jsonrpc', 'callid', 'toolcallid', 'tooluseid']);

/** JSON-RPC and the frames in which models call tools have an id and a name of their own, which are none of ours. */
function withoutEnvelope(entries: Entry[], notes: Notes): Entry[] {
  const names = new Set(entries.map(([key]) => bare(key)));
  const tool = ([key, value]: Entry): boolean => bare(key) === 'name' && typeof value === 'string' && /a2a$/.test(bare(value));
  const type = ([key, value]: Entry): boolean => bare(key) === 'type' && typeof value === 'string' && envelopeTypes.has(bare(value));
  const call = ([key, value]: Entry): boolean => bare(key) === 'method' && typeof value === 'string' && bare(value) === 'toolscall';
  const wrapped = [...names].some((name) => WRAPPERS.has(name));
  const rpc = names.has('jsonrpc') || (names.has('method') && names.has('params'));
  if (!rpc && !(wrapped && entries.some((one) => tool(one) || type(one)))) return entries;
  notes.push(`${rpc ? 'JSON-RPC' : 'the frame of a tool call'} around the call was left aside`);
  return entries.filter((one) => !envelopeIds.has(bare(one[0])) && !tool(one) && !type(one) && !call(one));
}

function isAction(value: unknown): boolean {
  return typeof value === 'string' && ACTIONS.some((one) => one === bare(value));
}

interface Said {
  key: string;
  name: string;
  value: unknown;
  /** 0 for the field's own name, 1 for another, 2 for one that may mean something else. */
  rank: number;
  /** The name is that of no field, and looks like a misspelt one. */
  guessed?: boolean;
}

export function collect(entries: readonly Entry[], notes: Notes): Map<Field, Given> {
  const said = new Map<Field, Said[]>();
  const unknown: string[] = [];
  const add = (field: Field, key: string, value: unknown, rank: number, guessed = false): void => {
    said.set(field, [...(said.get(field) ?? []), { key, name: bare(key), value, rank, guessed }]);
  };
  for (const [key, value, inner] of entries) {
    const named = namedField(key, value);
    const field = named ?? guessedField(key);
    // "None" and "-" are answers.
    if (field === 'text' && typeof value === 'string' ? value.trim() === '' : isAbsent(value)) continue;
    if (field === undefined) unknown.push(key);
    else add(field, key, value, (key === field ? 0 : WEAK.has(bare(key)) ? 2 : 1) + (inner === true ? 0.5 : 0), named === undefined);
    if (field !== 'text' || !isObject(value)) continue;
    // An A2A message brings its recipient and its task along.
    if (!isAbsent(value['to'])) add('to', 'to', value['to'], 2);
    if (!isAbsent(value['taskId'])) add('task', 'taskId', value['taskId'], 2);
  }
  // A guess fills a field that is empty. What was named rightly gets nothing put to it, and is never in doubt for it.
  for (const [field, all] of said) {
    if (all.every(({ guessed }) => guessed === true)) continue;
    unknown.push(...all.filter(({ guessed }) => guessed === true).map(({ key }) => key));
    said.set(
      field,
      all.filter(({ guessed }) => guessed !== true),
    );
  }
  // `result` beside `state`: words are not lost because another name took the field.
  const outcomes = said.get('outcome') ?? [];
  for (const one of outcomes.filter(({ name }) => outcomes.length > 1 && FIELD_ALIASES[name] === 'text')) {
    said.set(
      'outcome',
      (said.get('outcome') ?? []).filter((other) => other !== one),
    );
    add('text', one.key, one.value, 1);
  }
  const names = new Set(entries.map(([key]) => bare(key)));
  const given = new Map<Field, Given>();
  for (const [field, all] of said) {
    given.set(
      field,
      field === 'text'
        ? words(all, names, notes)
        : field === 'files' || field === 'data'
          ? both(field, all, notes)
          : one(field, all, notes),
    );
  }
  if (unknown.length > 0) notes.push(`not known and left aside: ${listed(unknown)}`);
  return given;
}

function listed(keys: readonly string[]): string {
  return keys
    .slice(0, 5)
    .map((key) => clip(key, 30))
    .join(', ');
}

function noteNames(field: Field, all: readonly Said[], notes: Notes): void {
  for (const { key } of all.slice(0, 20)) if (key !== field) notes.push(`${clip(key, 30)} counts as ${field}`);
}

/** The value of a field that has one. */
function one(field: Field, all: readonly Said[], notes: Notes): Given {
  const [first, ...more] = [...all].sort((a, b) => a.rank - b.rank);
  if (first === undefined) return { value: undefined, name: field };
  noteNames(field, [first], notes);
  const others = more.filter(({ value }) => !same(field, first.value, value));
  const rival = others.find(({ rank }) => rank === first.rank || field === 'outcome');
  if (rival !== undefined && (field === 'to' || field === 'task' || field === 'outcome')) {
    return { value: first.value, name: first.name, conflict: rival.value };
  }
  if (others.length > 0) notes.push(`left aside, since ${field} is there already: ${listed(others.map(({ key }) => key))}`);
  return { value: first.value, name: first.name };
}

/** A label is at most so long, and one line. */
const LABEL_CHARS = 100;

/** In a call of the kind `{subagent_type, description, prompt}` the description is a label of the prompt, for the user's eyes. */
function isLabel(text: string, { name }: Said, all: readonly Said[], names: ReadonlySet<string>): boolean {
  const prompt = names.has('subagenttype') && all.some((one) => one.name === 'prompt' && typeof one.value === 'string');
  return name === 'description' && prompt && text.length <= LABEL_CHARS && !/[\n\r]/.test(text);
}

/** All words, in the order in which they were written; the label of a longer text is not sent with it. */
function words(all: readonly Said[], names: ReadonlySet<string>, notes: Notes): Given {
  const [first] = all;
  noteNames('text', all, notes);
  if (all.length === 1 && first !== undefined) return first;
  const texts = new Map<string, { key: string; text: string }>();
  const aside: string[] = [];
  for (const said of all) {
    const { key, value } = said;
    const text = textOf(value, notes);
    if (isLabel(text, said, all, names)) notes.push('description is the label of prompt and was not sent with it');
    else if (typeof value === 'boolean') aside.push(key);
    else if (!texts.has(text.trim())) texts.set(text.trim(), { key, text });
  }
  if (aside.length > 0) notes.push(`left aside: ${listed(aside)}`);
  const keys = [...texts.values()].map(({ key }) => key);
  if (keys.length > 1) notes.push(`joined as one text: ${listed(keys)}${keys.length > 5 ? ' and more' : ''}`);
  const parts = [...texts.values()].map(({ text }) => text);
  return { value: parts.length === 0 ? textOf(first?.value, []) : parts.join('\n\n'), name: 'text' };
}

/** All files in one list; several data as members of one object. */
function both(field: 'files' | 'data', all: readonly Said[], notes: Notes): Given {
  noteNames(field, all, notes);
  const different = all.filter(({ value }, at) => !all.slice(0, Math.min(at, 20)).some((before) => same(field, before.value, value)));
  const [first, ...more] = different;
  if (first === undefined || more.length === 0) return first ?? { value: undefined, name: field };
  notes.push(`${listed(different.map(({ key }) => key))} were put together as ${field}`);
  const listOf = (value: unknown): unknown[] => {
    const list = typeof value === 'string' ? (parseJson(value) ?? value) : value;
    return Array.isArray(list) ? (list as unknown[]) : [list];
  };
  if (field === 'files') return { value: different.flatMap(({ value }) => listOf(value)), name: field };
  const read = (value: unknown): unknown => (typeof value === 'string' ? (parseJson(value) ?? value) : value);
  return { value: Object.fromEntries(different.map(({ key, value }) => [key, read(value)])), name: field };
}

/** Letters in which two short names may differ and be the same. */
const NAME_CHARS = 100;

function same(field: Field, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (field === 'outcome') return outcomeMeaning(a) !== undefined && outcomeMeaning(a) === outcomeMeaning(b);
  if (typeof a === 'string' && typeof b === 'string' && a.length !== b.length && Math.min(a.length, b.length) > NAME_CHARS) return false;
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b);
  return field !== 'data' && field !== 'files' && bare(String(a)) !== '' && bare(String(a)) === bare(String(b));
}

export function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name);
}

function fieldOf(key: string, value: unknown): Field | undefined {
  return namedField(key, value) ?? guessedField(key);
}

/** The field that is called so, by its own name or another. */
function namedField(key: string, value: unknown): Field | undefined {
  if (isField(key)) return key;
  const name = bare(key);
  // `result: "failed"` is an outcome, `result: "All tests pass."` a text.
  if (name === 'result' && typeof value === 'string' && /^(?:completed|failed|rejected|success|failure)$/i.test(value.trim()))
    return 'outcome';
  return Object.hasOwn(FIELD_ALIASES, name) ? FIELD_ALIASES[name] : undefined;
}

/** The field whose name this is a misspelling of. A word that merely contains a name, or is like one, may mean anything. */
function guessedField(key: string): Field | undefined {
  const name = bare(key);
  if (name.length < 4 || ORDINARY.has(name)) return undefined;
  const near = FIELDS.filter((field) => field.length > 2 && isMisspelling(name, field));
  const alias = near.length > 0 ? [] : Object.keys(FIELD_ALIASES).filter((one) => one.length > 5 && isMisspelling(name, one));
  const fields = new Set([...near, ...alias.map((one) => FIELD_ALIASES[one])]);
  return fields.size === 1 ? [...fields][0] : undefined;
}

const anId = /ids?$/;

function isMisspelling(name: string, right: string): boolean {
  // messageId is no message, and parentId no agentId: an id is a misspelt one by a single letter, if at all.
  if (anId.test(name)) return anId.test(right) && distance(name, right, 1) <= 1;
  if (distance(name, right, 1) <= 1) return true;
  // Who misses two letters of a word misses neither its first one nor adds an ending.
  if (name.length < 7 || right.length < 7 || name[0] !== right[0] || name.startsWith(right) || right.startsWith(name)) return false;
  return distance(name, right, 2) <= 2;
}
