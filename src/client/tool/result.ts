// The two faces of a result: compact text for the model, a structured value for programs.
import { errors, type AgentCard, type Task, type TaskEventNotification } from '../../../generated/ts/index.js';
import type { Action, ToolArguments } from './arguments.js';
import type { Done } from './outcome.js';
import type { Refusal } from './refusal.js';
import type { Session } from './session.js';
import { SAME_DATA, SAME_TEXT, writeCall, type NextCall } from './suggest.js';
import { dutyLine, handle, type Duties } from './tasks.js';
import { isObject, textOf } from './values.js';

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
    `${headOf(call, refusal)}: ${clip(refusal.message, 1500)}`,
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

function shortened(session: Session, next: NextCall | undefined): NextCall | undefined {
  if (next === undefined) return next;
  const short = Object.entries(next as Record<string, unknown>).map(([field, value]): [string, unknown] => {
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    if (written === undefined || written.length <= MAX_REPEATED) return [field, value];
    const word = field === 'text' ? SAME_TEXT : field === 'data' ? SAME_DATA : undefined;
    if (word === undefined) return [field, clipped(value)];
    session.held.set(word, field === 'text' ? textOf(value, []) : written);
    return [field, word];
  });
  return Object.fromEntries(short) as unknown as NextCall;
}

/** What is too long to be repeated, cut in every string and list. */
function clipped(value: unknown): unknown {
  if (typeof value === 'string') return clip(value, 80);
  if (Array.isArray(value)) return value.slice(0, 3).map(clipped);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 8)
      .map(([key, one]) => [clip(key, 40), clipped(one)]),
  );
}

function clip(text: string, max: number): string {
  const chars = text.length <= max ? [] : [...text.slice(0, 2 * max)].slice(0, max - 1);
  return chars.length === 0 ? text : `${chars.join('')}…`;
}

function noteLine(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : [`Understood: ${[...new Set(notes.map((one) => clip(one, 200)))].join('; ')}.`];
}

function handles(duties: Duties | undefined): Pick<ToolValue, 'owed' | 'awaited'> {
  return { owed: (duties?.owed ?? []).map(handle), awaited: (duties?.awaited ?? []).map(handle) };
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
