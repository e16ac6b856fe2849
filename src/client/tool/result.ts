// The two faces of a result: compact text for the model, a structured value for programs.
import { errors, type AgentCard, type Task, type TaskEventNotification } from '../../../generated/ts/index.js';
import type { Action, ToolArguments } from './arguments.js';
import type { Done } from './outcome.js';
import type { Refusal } from './refusal.js';
import type { Session } from './session.js';
import { writeCall, type NextCall } from './suggest.js';
import { dutyLine, handle, type Duties } from './tasks.js';
import { clip, isObject, textOf } from './values.js';

export interface ToolValue {
  ok: boolean;
  action?: Action;
  task?: Task;
  tasks?: Task[];
  agents?: AgentCard[];
  /** Taken by this call. */
  events?: TaskEventNotification[];
  error?: { code: Refusal['code']; text: string };
  /** The call that the text recommends. */
  next?: NextCall;
  /** What was changed in the call, or left aside. */
  notes: string[];
  /** Handles of tasks on which it is this agent's turn, and of those on which it is the other's. */
  owed: string[];
  awaited: string[];
}

export interface ToolResult {
  text: string;
  isError: boolean;
  value: ToolValue;
}

/** Texts longer than this are not repeated in a suggested call. */
const MAX_REPEATED = 200;
/** The same for lists of paths: a model had better see what it sends. */
const MAX_REPEATED_FILES = 1000;

export function successResult(session: Session, args: ToolArguments, done: Done, notes: string[], duties: Duties | undefined): ToolResult {
  const { lines, next, silent: _silent, ...value } = done;
  const text = [
    ...lines,
    ...(next === undefined ? [] : [`Next call: ${writeCall(next)}`]),
    ...noteLine(notes),
    ...(duties === undefined ? [] : [dutyLine(session.agent, duties)]),
  ];
  return {
    text: joined(text),
    isError: false,
    value: { ok: true, action: args.action, ...value, ...(next === undefined ? {} : { next }), notes, ...handles(duties) },
  };
}

export function failureResult(session: Session, call: unknown, refusal: Refusal, notes: string[], duties: Duties | undefined): ToolResult {
  const next = shortened(session, differing(refusal.next, call));
  const text = [
    `${headOf(call, refusal)}: ${flat(clip(refusal.message, 1500))}`,
    ...(refusal.advice === undefined ? [] : [refusal.advice]),
    ...(next === undefined ? [] : [`Next call: ${writeCall(next)}`]),
    ...noteLine(notes),
    ...(duties === undefined ? [] : [dutyLine(session.agent, duties)]),
  ];
  return {
    text: joined(text),
    isError: true,
    value: {
      ok: false,
      error: { code: refusal.code, text: clip(refusal.message, 1500) },
      ...(next === undefined ? {} : { next }),
      notes,
      ...handles(duties),
    },
  };
}

/** Nothing of a refused call is stored; of one that failed nobody knows. */
function headOf(call: unknown, { code }: Refusal): string {
  if (uncertain.has(code)) return 'Failed';
  return isObject(call) && (call['action'] === 'send' || call['action'] === 'complete') ? 'Refused, nothing was sent' : 'Refused';
}

const uncertain: ReadonlySet<Refusal['code']> = new Set([
  errors.INTERNAL.name,
  errors.STORE_UNAVAILABLE.name,
  'HOST_UNAVAILABLE',
  'CALL_TIMEOUT',
]);

/** Never the refused call again. */
function differing(next: NextCall | undefined, call: unknown): NextCall | undefined {
  const same = (one: NextCall): boolean => isObject(call) && canonical(one) === canonical(call);
  if (next === undefined || !same(next)) return next;
  const read: NextCall = { action: 'get' };
  return same(read) ? { action: 'discover' } : read;
}

function canonical(call: object): string {
  return JSON.stringify(
    Object.entries(call)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The call with names for what is too long to be repeated. One that cannot be made without it gives way to a look. */
function shortened({ kept }: Session, next: NextCall | undefined): NextCall | undefined {
  if (next === undefined) return next;
  const call: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(next)) {
    const written = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
    if (written === undefined) continue;
    if (written.length <= (field === 'files' ? MAX_REPEATED_FILES : MAX_REPEATED)) call[field] = value;
    else if (field === 'text') call[field] = kept.keep(field, textOf(value, []), written.length);
    else if (field === 'data') call[field] = kept.keep(field, written, written.length);
    else if (field === 'files') call[field] = [kept.keep(field, value, written.length)];
    // A name cut short is another name.
    else if (field === 'to') return { action: 'discover' };
    else return { action: 'get' };
  }
  return call as unknown as NextCall;
}

/** One line. */
function flat(text: string): string {
  return text.replace(/[\n\r\v\f\x1c-\x1e\x84\x85\u2028\u2029]+/g, ' ');
}

function noteLine(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : [`Understood: ${[...new Set(notes.map((one) => flat(clip(one, 200))))].slice(0, 12).join('; ')}.`];
}

function handles(duties: Duties | undefined): Pick<ToolValue, 'owed' | 'awaited'> {
  return { owed: (duties?.owed ?? []).map(handle), awaited: (duties?.awaited ?? []).map(handle) };
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
