// A model's call, made into a call of the tool. What can be understood is understood and mentioned; what cannot is refused
// with the call that was most likely meant.
import { ACTION_HINTS, FIELD_ALIASES, REPORTS, WRAPPERS } from './aliases.js';
import { ACTIONS, FIELDS, USES, type Action, type Field, type ToolArguments } from './arguments.js';
import { refuse, Refusal } from './refusal.js';
import { bare, distance, nearest, type NextCall } from './suggest.js';
import { dataOf, filesOf, isAbsent, isObject, nameOf, outcomeOf, pageNumber, parseJson, secondsOf, textOf, type Notes } from './values.js';

export interface Normalized {
  args: ToolArguments;
  /** What was changed or left aside, each a phrase. */
  notes: Notes;
}

interface Given {
  value: unknown;
  /** Bare name that the model used. */
  name: string;
}

export function normalize(input: unknown): Normalized {
  const notes: Notes = [];
  const given = collect(unwrap(input, notes), notes);
  const action = actionOf(given, notes);
  const args: ToolArguments = { action };
  for (const field of FIELDS) {
    const one = given.get(field);
    if (field === 'action' || one === undefined) continue;
    if (!USES[action].includes(field)) {
      leaveAside(action, field, one, args, given, notes);
      continue;
    }
    if (field === 'to' || field === 'task') args[field] = nameOf(field, one.value, notes, rest(given, args));
    else if (field === 'text') args.text = textOf(one.value, notes);
    else if (field === 'outcome') args.outcome = outcomeOf(one.value, notes, rest(given, args));
    else if (field === 'files') args.files = filesOf(one.value, notes, rest(given, args));
    else if (field === 'data') args.data = dataOf(one.value, notes, rest(given, args));
    else if (field === 'seconds') args.seconds = secondsOf(one.value, one.name, notes, rest(given, args));
    else args.page = pageNumber(one.value, notes, rest(given, args));
  }
  return { args, notes };
}

/** The object that holds the arguments. */
function unwrap(input: unknown, notes: Notes, depth = 0): Record<string, unknown> {
  if (typeof input === 'string') {
    const parsed = parseJson(input.trim());
    if (parsed === undefined && input.trim() !== '') return { action: input.trim() };
    notes.push('the arguments were JSON in a string');
    return unwrap(parsed, notes, depth + 1);
  }
  if (Array.isArray(input) && input.length === 1 && depth < 4) {
    notes.push('the arguments were a list of one');
    return unwrap(input[0], notes, depth + 1);
  }
  if (!isObject(input)) return {};
  const entries = Object.entries(input);
  const wrapper = entries.find(
    ([name, value]) => WRAPPERS.has(bare(name)) && (isObject(value) || (typeof value === 'string' && isObject(parseJson(value)))),
  );
  if (wrapper === undefined || depth >= 4) return input;
  notes.push(`the arguments were inside ${wrapper[0]}`);
  const outer = Object.fromEntries(entries.filter((one) => one !== wrapper && !isAbsent(one[1])));
  const inner = unwrap(wrapper[1], [], depth + 1);
  const explicit = Object.entries(outer).some(([name, value]) => fieldOf(name, value) === 'action' && isAction(value));
  // An action that is said outside is the one that was chosen; in the wrapper it may be somebody else's word.
  const kept = Object.entries(inner).filter(([name, value]) => !explicit || fieldOf(name, value) !== 'action');
  const { action, ...rest } = outer;
  return {
    ...Object.fromEntries(kept),
    ...rest,
    ...(explicit || !isAction(inner['action']) ? (action === undefined ? {} : { action }) : {}),
  };
}

function isAction(value: unknown): boolean {
  return typeof value === 'string' && ACTIONS.some((one) => one === bare(value));
}

function collect(input: Record<string, unknown>, notes: Notes): Map<Field, Given> {
  const given = new Map<Field, Given>();
  const unknown: string[] = [];
  // Exact names first: an alias never displaces them.
  const entries = Object.entries(input).sort(([a], [b]) => Number(isField(b)) - Number(isField(a)));
  for (const [key, value] of entries) {
    const field = fieldOf(key, value);
    // "None" and "-" are answers.
    if (field === 'text' && typeof value === 'string' ? value.trim() === '' : isAbsent(value)) continue;
    if (field === undefined || given.has(field)) {
      const spare = field === undefined || same(given.get(field)?.value, value) ? undefined : spareText(key, value, given);
      if (spare !== undefined) given.set(spare, { value, name: bare(key) });
      else if (field === undefined || !same(given.get(field)?.value, value)) unknown.push(key);
      continue;
    }
    if (key !== field) notes.push(`${key} counts as ${field}`);
    given.set(field, { value, name: bare(key) });
    // An A2A message brings its recipient and its task along.
    if (field === 'text' && isObject(value)) {
      for (const inner of ['to', 'taskId'] as const) {
        const at = inner === 'to' ? 'to' : 'task';
        if (!isAbsent(value[inner]) && !given.has(at)) given.set(at, { value: value[inner], name: bare(inner) });
      }
    }
  }
  if (unknown.length > 0)
    notes.push(
      `not known and left aside: ${unknown
        .slice(0, 5)
        .map((key) => key.slice(0, 30))
        .join(', ')}`,
    );
  return given;
}

/** `result` beside `state`, `reason` beside `text`: words are not lost because another name took the field. */
function spareText(key: string, value: unknown, given: Map<Field, Given>): Field | undefined {
  return FIELD_ALIASES[bare(key)] !== 'text' || given.has('text') || typeof value !== 'string' ? undefined : 'text';
}

function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name);
}

function same(a: unknown, b: unknown): boolean {
  return (
    JSON.stringify(a) === JSON.stringify(b) ||
    (typeof a !== 'object' && typeof b !== 'object' && bare(String(a)) !== '' && bare(String(a)) === bare(String(b)))
  );
}

function fieldOf(key: string, value: unknown): Field | undefined {
  if (isField(key)) return key;
  const name = bare(key);
  // `result: "failed"` is an outcome, `result: "All tests pass."` a text.
  if (name === 'result' && typeof value === 'string' && /^(?:completed|failed|rejected|success|failure)$/i.test(value.trim()))
    return 'outcome';
  const known = Object.hasOwn(FIELD_ALIASES, name) ? FIELD_ALIASES[name] : undefined;
  if (known !== undefined) return known;
  if (name.length < 4) return undefined;
  // Only misspellings: a word that merely contains a name may mean anything.
  const near = FIELDS.filter((field) => field.length > 2 && distance(name, field, 2) <= (field.length < 5 ? 1 : 2));
  const alias = near.length > 0 ? [] : Object.keys(FIELD_ALIASES).filter((one) => one.length > 5 && distance(name, one, 2) <= 2);
  const fields = new Set([...near, ...alias.map((one) => FIELD_ALIASES[one])]);
  return fields.size === 1 ? [...fields][0] : undefined;
}

const list = ACTIONS.join(', ');

function actionOf(given: Map<Field, Given>, notes: Notes): Action {
  const value = given.get('action')?.value;
  if (value === undefined) refuse(`action is missing. Actions: ${list}.`, meant(guessed(given), given));
  const words = (Array.isArray(value) ? value : [value])
    .flatMap((one) => String(one).split(/[|,/]|\bor\b|\band\b/))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const [first = '', ...more] = words;
  const exact = ACTIONS.find((one) => one === value);
  if (exact !== undefined) return exact;
  if (more.length > 0) {
    const names = words.map((one) => ACTIONS.find((action) => action === bare(one)) ?? hint(bare(one)));
    refuse(`One call does one action. Actions: ${list}.`, meant(names.find((one) => one !== undefined) ?? guessed(given), given));
  }
  const plain: string = bare(first).replace(/^a2a/, '');
  const known = ACTIONS.find((one) => one === plain);
  if (known !== undefined) {
    notes.push(`action ${JSON.stringify(value)} counts as ${known}`);
    return known;
  }
  refuse(
    `There is no action ${JSON.stringify(String(first).slice(0, 40))}. Actions: ${list}.`,
    meant(hint(plain) ?? actionLike(plain) ?? guessed(given), given, plain),
  );
}

function actionLike(word: string): Action | undefined {
  const near = nearest(word, ACTIONS);
  return ACTIONS.find((action) => action === near);
}

function hint(word: string): Action | undefined {
  return Object.hasOwn(ACTION_HINTS, word) ? ACTION_HINTS[word] : undefined;
}

/** From the fields alone. */
function guessed(given: Map<Field, Given>): Action {
  if (given.has('outcome')) return 'complete';
  if (given.has('to') || given.has('text') || given.has('data') || given.has('files')) return 'send';
  if (given.has('seconds')) return 'wait';
  return given.has('task') || given.has('page') ? 'get' : 'discover';
}

/** The call with that action and what it can use of what was given. */
function meant(action: Action, given: Map<Field, Given>, word = ''): NextCall {
  const said = action === 'complete' ? given.get('outcome') : undefined;
  if (said !== undefined) {
    const { outcome, instead } = outcomeMeant(said.value, () => meantFor('send', given));
    return instead ?? { ...meantFor(action, given, word), outcome };
  }
  // A report without an outcome ends nothing.
  if (action === 'complete' && REPORTS.has(word) && given.has('task') && given.has('text')) return meantFor('send', given);
  return meantFor(action, given, word);
}

/** The outcome that a suggestion may name, or the call to make instead when the word is none. */
function outcomeMeant(value: unknown, draft: () => NextCall): { outcome: string; instead?: NextCall } {
  try {
    return { outcome: outcomeOf(value, [], draft()) };
  } catch (error) {
    const next = error instanceof Refusal ? error.next : undefined;
    return { outcome: '', instead: next ?? { action: 'get' } };
  }
}

function meantFor(action: Action, given: Map<Field, Given>, word = ''): NextCall {
  const call: NextCall = { action };
  if (action === 'complete' && /fail|reject/.test(word)) call.outcome = word.includes('reject') ? 'rejected' : 'failed';
  for (const field of USES[action]) {
    const one = given.get(field);
    if (one !== undefined && call[field as Exclude<Field, 'action'>] === undefined) Object.assign(call, { [field]: one.value });
  }
  if ((action === 'complete' || action === 'send') && !given.has('text') && !given.has('data')) call.text = '<your text>';
  return call;
}

/** The call as it was given, for suggestions that change one field of it. */
function rest(given: Map<Field, Given>, args: ToolArguments): NextCall {
  const { text, ...call } = meantFor(args.action, given);
  return { ...call, ...(given.has('text') && text !== undefined ? { text } : {}), ...args };
}

function leaveAside(action: Action, field: Field, one: Given, args: ToolArguments, given: Map<Field, Given>, notes: Notes): void {
  if (field === 'outcome' && action === 'send') {
    refuse('send takes no outcome: complete ends a task.', meant('complete', given));
  }
  if ((field === 'text' || field === 'data' || field === 'files') && action !== 'discover') {
    notes.push(`${action} takes no ${field}: it was not sent to anybody`);
    return;
  }
  if (field === 'seconds' && action === 'complete') return;
  notes.push(`${action} does not use ${one.name}`);
  void args;
}
