// A model's call, made into a call of the tool. What can be understood is understood and mentioned; what cannot is refused
// with the call that was most likely meant.
import { ACTION_HINTS, REPORTS } from './aliases.js';
import { ACTIONS, FIELDS, USES, type Action, type Field, type ToolArguments } from './arguments.js';
import { collect, unwrap, type Given } from './collect.js';
import type { Kept } from './kept.js';
import { refuse, Refusal } from './refusal.js';
import { bare, beforeWords, nearest, type NextCall } from './suggest.js';
import { clip, dataOf, filesOf, nameOf, outcomeOf, pageNumber, secondsOf, textOf, type Notes } from './values.js';

export interface Normalized {
  args: ToolArguments;
  /** What was changed or left aside, each a phrase. */
  notes: Notes;
  /** Names of what was kept that the call made use of. */
  used: ReadonlySet<string>;
}

export function normalize(input: unknown, kept: Kept): Normalized {
  const notes: Notes = [];
  const used = new Set<string>();
  const entries = unwrap(input, notes).map(([key, value, inner]) => [key, kept.restore(value, used), inner] as const);
  const given = collect(entries, notes);
  const action = actionOf(given, notes);
  const args: ToolArguments = { action };
  const torn = USES[action].find((field) => given.get(field)?.conflict !== undefined);
  if (torn !== undefined) refuseBoth(torn, given);
  for (const field of FIELDS) {
    const one = given.get(field);
    if (field === 'action' || one === undefined) continue;
    if (!USES[action].includes(field)) {
      leaveAside(action, field, one, given, notes);
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
  return { args, notes, used };
}

/** The call says two things of which only one can be done. */
function refuseBoth(field: Field, given: Map<Field, Given>): never {
  const { value, conflict } = given.get(field) ?? {};
  const says = [value, conflict].map((one) => clip(typeof one === 'string' ? one : JSON.stringify(one), 40)).join(' and ');
  refuse(
    `The call says two things for ${field}: ${says}. Nothing was done with either.`,
    insteadOfBoth(field, given),
    `Make the call again with the ${field} that you mean.`,
  );
}

function insteadOfBoth(field: Field, given: Map<Field, Given>): NextCall {
  if (field === 'to') return { action: 'discover' };
  const { value, conflict } = given.get('task') ?? {};
  return typeof value === 'string' && conflict === undefined ? { action: 'get', task: value } : { action: 'get' };
}

const list = ACTIONS.join(', ');

function actionOf(given: Map<Field, Given>, notes: Notes): Action {
  const value = given.get('action')?.value;
  if (value === undefined) refuse(`action is missing. Actions: ${list}.`, meant(guessed(given), given));
  const whole = typeof value === 'string' ? bare(value).replace(/^a2a/, '') : '';
  // `message/send` is the name of one action elsewhere.
  const words = hint(whole) !== undefined ? [String(value).trim()] : split(value);
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
    notes.push(`action ${clip(JSON.stringify(value), 60)} counts as ${known}`);
    return known;
  }
  refuse(
    `There is no action ${JSON.stringify(clip(first, 40))}. Actions: ${list}.`,
    meant(hint(plain) ?? actionLike(plain) ?? guessed(given), given, plain),
  );
}

function split(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value])
    .flatMap((one) => String(one).split(/[|,/]|\bor\b|\band\b/))
    .map((one) => one.trim())
    .filter((one) => one !== '');
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
    const call = meantFor(action, given, word);
    return instead ?? (call.action === 'complete' ? { ...call, outcome } : call);
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
  const torn = USES[action].find((field) => given.get(field)?.conflict !== undefined);
  if (torn !== undefined) return insteadOfBoth(torn, given);
  const call = draft(action, given, word);
  const needsWords =
    (action === 'complete' && !given.has('text')) ||
    (action === 'send' && !['text', 'data', 'files'].some((one) => given.has(one as Field)));
  return needsWords ? beforeWords(call) : call;
}

function draft(action: Action, given: Map<Field, Given>, word = ''): NextCall {
  const call: NextCall = { action };
  if (action === 'complete' && /fail|reject/.test(word)) call.outcome = word.includes('reject') ? 'rejected' : 'failed';
  for (const field of USES[action]) {
    const one = given.get(field);
    if (one === undefined || call[field as Exclude<Field, 'action'>] !== undefined) continue;
    Object.assign(call, { [field]: field === 'text' ? textOf(one.value, []) : one.value });
  }
  return call;
}

/** The call as it was given, for suggestions that change one field of it. */
function rest(given: Map<Field, Given>, args: ToolArguments): NextCall {
  return { ...draft(args.action, given), ...args };
}

function leaveAside(action: Action, field: Field, one: Given, given: Map<Field, Given>, notes: Notes): void {
  if (field === 'outcome' && action === 'send') {
    refuse('send takes no outcome: complete ends a task.', meant('complete', given));
  }
  if ((field === 'text' || field === 'data' || field === 'files') && action !== 'discover') {
    notes.push(`${action} takes no ${field}: it was not sent to anybody`);
    return;
  }
  if (field === 'seconds' && action === 'complete') return;
  notes.push(`${action} does not use ${clip(one.name, 30)}`);
}
