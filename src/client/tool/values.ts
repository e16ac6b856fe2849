// Values of single fields: what models write, made into what the tool takes. Each says what it changed in `notes`.
import { A2A_MAX_DEPTH, A2A_DEFAULT_STREAM_WAIT_SECONDS, A2A_MAX_STREAM_WAIT_SECONDS } from '../../../generated/ts/index.js';
import { OUTCOME_ALIASES, PROGRESS } from './aliases.js';
import { OUTCOMES, type Outcome } from './arguments.js';
import { refuse, Refusal } from './refusal.js';
import { bare, beforeWords, distance, type NextCall } from './suggest.js';

const CEILING = A2A_MAX_STREAM_WAIT_SECONDS;

export type Notes = string[];

/** A call so far, for suggestions. */
export type Draft = NextCall;

const nothing = new Set(['', 'null', 'none', 'undefined', 'nil', 'n/a', '-']);

/** Absent in all the ways in which models say so. */
export function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && nothing.has(value.trim().toLowerCase())) ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** undefined for what is no JSON. Halves of surrogate pairs are replaced, as everywhere: no message can carry them. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(wellFormed(text))) as unknown;
  } catch {
    return undefined;
  }
}

/** The same without halves of surrogate pairs. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** At most `max` characters, none of them cut in two. */
export function clip(text: string, max: number): string {
  const chars = text.length <= max ? [] : [...text.slice(0, 2 * max)].slice(0, max - 1);
  return chars.length === 0 ? text : `${chars.join('')}…`;
}

/** A name in whatever it is wrapped: a list of one, an object with an id, an @. */
export function nameOf(field: 'to' | 'task', value: unknown, notes: Notes, draft: Draft): string {
  if (Array.isArray(value)) {
    const [first, ...more] = value as unknown[];
    const name = nameOf(field, first, [], draft);
    if (more.length > 0)
      refuse(
        `${field} takes one ${field === 'to' ? 'agent' : 'task'}, the call names ${value.length}.`,
        { ...draft, [field]: name },
        'Make one call for each.',
      );
    notes.push(`${field} was a list of one`);
    return name;
  }
  if (isObject(value)) {
    const inner = value['id'] ?? value['name'] ?? value['agentId'] ?? value['taskId'] ?? value['number'] ?? value['handle'];
    if (!isAbsent(inner)) {
      notes.push(`${field} was an object`);
      return nameOf(field, inner, notes, draft);
    }
  }
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') refuse(`${field} has to be a name.`, { action: field === 'to' ? 'discover' : 'get' });
  const text = value.trim();
  const parsed = /^[[{"]/.test(text) ? parseJson(text) : undefined;
  if (parsed !== undefined && !isAbsent(parsed)) {
    notes.push(`${field} was JSON in a string`);
    return nameOf(field, parsed, notes, draft);
  }
  return field === 'to' ? text.replace(/^@/, '') : text;
}

/** Members of a message or a part that are not what it says. */
const aroundText = new Set([
  'role',
  'kind',
  'type',
  'messageId',
  'id',
  'to',
  'from',
  'taskId',
  'contextId',
  'parts',
  'metadata',
  'cacheControl',
  'cache_control',
]);

/** The object says nothing but what stands under `said`. */
function saysOnly(value: Record<string, unknown>, said: string): boolean {
  return Object.entries(value).every(([key, one]) => key === said || (key !== 'parts' && aroundText.has(key)) || isAbsent(one));
}

/** The text of a part, or of a message of a chat. */
function saidIn(part: Record<string, unknown>): string | undefined {
  return ['text', 'content'].map((key) => (saysOnly(part, key) ? part[key] : undefined)).find((one) => typeof one === 'string');
}

/** The text of a string, of an A2A message or its parts, or of anything else as JSON. */
export function textOf(value: unknown, notes: Notes): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const said = isObject(value) ? ['parts', 'text', 'content'].find((key) => saysOnly(value, key)) : undefined;
  const parts = isObject(value) ? value[said ?? ''] : value;
  if (typeof parts === 'string') {
    notes.push('text was an object');
    return parts;
  }
  if (Array.isArray(parts)) {
    const texts = parts.map((part: unknown) => (typeof part === 'string' ? part : isObject(part) ? saidIn(part) : undefined));
    if (texts.every((text) => text !== undefined)) {
      notes.push('text was a list of parts');
      return texts.join('\n');
    }
  }
  notes.push('text was not a string and is sent as JSON');
  return JSON.stringify(value);
}

const units: readonly [RegExp, number][] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 0.001],
  [/^(?:|s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hours?)$/, 3600],
];

/** Seconds to wait. `name` is what the model called it: it may say that the number counts something else. */
export function secondsOf(value: unknown, name: string, notes: Notes, draft: Draft): number {
  let unit = /ms$|milli/.test(name) ? 0.001 : name === 'minutes' ? 60 : 1;
  let number = typeof value === 'number' ? value : typeof value === 'boolean' ? (value ? A2A_DEFAULT_STREAM_WAIT_SECONDS : 0) : NaN;
  if (typeof value === 'string') {
    const [, digits = '', word = ''] = /^([-+]?(?:\d+(?:\.\d+)?|\.\d+))\s*([a-z]*)\.?$/i.exec(value.trim()) ?? [];
    const named = units.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1];
    if (digits !== '' && named !== undefined) {
      number = Number(digits);
      if (word !== '') unit = named;
      notes.push('seconds was text');
    }
  }
  if (!Number.isFinite(number))
    refuse(`seconds has to be a number from 0 to ${CEILING}.`, {
      ...draft,
      seconds: A2A_DEFAULT_STREAM_WAIT_SECONDS,
    });
  const seconds = number * unit;
  if (seconds < 0) {
    notes.push('a wait below 0 s is one of 0 s');
    return 0;
  }
  if (seconds > CEILING) {
    notes.push(`${seconds} s is more than the ceiling: it counts as ${CEILING} s`);
    return CEILING;
  }
  return seconds;
}

export function pageNumber(value: unknown, notes: Notes, draft: Draft): number {
  const number = typeof value === 'string' ? Number(value.trim().replace(/^(?:page|p)\s*/i, '')) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) refuse('page has to be a number from 1.', { ...draft, page: 1 });
  if (typeof value === 'string') notes.push('page was text');
  if (number >= 1 && Number.isInteger(number)) return number;
  notes.push(`there is no page ${number}: it counts as ${Math.max(1, Math.floor(number))}`);
  return Math.max(1, Math.floor(number));
}

/** What a word means as an outcome; undefined when that is not known. */
export function outcomeMeaning(value: unknown): Outcome | undefined {
  const word = typeof value === 'string' || typeof value === 'boolean' ? bare(String(value)) : '';
  return Object.hasOwn(OUTCOME_ALIASES, word) ? OUTCOME_ALIASES[word] : undefined;
}

export function outcomeOf(value: unknown, notes: Notes, draft: Draft): Outcome {
  const word = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : JSON.stringify(value);
  const exact = OUTCOMES.find((one) => one === word);
  if (exact !== undefined) return exact;
  const known = outcomeMeaning(word);
  if (known !== undefined) {
    notes.push(`outcome ${JSON.stringify(word)} means ${known}`);
    return known;
  }
  if (/^cancel/.test(bare(word))) {
    const { task } = draft;
    refuse('A worker cannot complete a task as canceled.', { action: 'cancel', ...(task === undefined ? {} : { task }) });
  }
  const { outcome: _none, ...kept } = draft;
  if (PROGRESS.has(bare(word))) {
    throw new Refusal({
      text: `${JSON.stringify(clip(word, 40))} is no outcome: complete ends a task, and this one goes on.`,
      advice: 'How far it is can be said with send; complete it when it is done.',
      next: kept.task === undefined || kept.text === undefined ? reading(draft) : { ...kept, action: 'send' },
    });
  }
  // A guess is made at misspellings only: an outcome that was not meant cannot be taken back.
  const near = OUTCOMES.map((one) => ({ one, edits: distance(bare(word), bare(one), 2) })).filter(({ edits }) => edits <= 2);
  const meant = near.length === 1 && !/^(?:not|un|in(?!put)|non|never)/.test(bare(word)) ? near[0]?.one : undefined;
  throw new Refusal({
    text: `There is no outcome ${JSON.stringify(clip(word, 40))}. Outcomes: ${OUTCOMES.join(', ')}.`,
    ...(meant === undefined ? { advice: 'Look at the task, then complete it with the outcome that you mean.' } : {}),
    next: meant === undefined ? reading(draft) : { ...kept, action: 'complete', outcome: meant },
  });
}

function reading({ task }: Draft): NextCall {
  return task === undefined ? { action: 'get' } : { action: 'get', task };
}

export function filesOf(value: unknown, notes: Notes, draft: Draft): string[] {
  if (typeof value === 'string') {
    const parsed = value.trim().startsWith('[') ? parseJson(value) : undefined;
    if (parsed === undefined) {
      notes.push('files was one path');
      return [value];
    }
    notes.push('files was JSON in a string');
    return filesOf(parsed, [], draft);
  }
  const list = Array.isArray(value) ? (value as unknown[]).flat() : [value];
  if (list.some((one) => contentIn(one) !== undefined)) refuseContent(list, draft);
  return list.map((one) => {
    if (typeof one === 'string') return one;
    const name = isObject(one) ? (one['path'] ?? one['file'] ?? one['name'] ?? one['uri']) : undefined;
    if (typeof name !== 'string') {
      const { files: _files, ...kept } = draft;
      const next = kept.text === undefined && kept.data === undefined ? beforeWords(kept) : kept;
      return refuse('files has to be a list of paths, each a string.', next);
    }
    notes.push('a file was an object: its path counts');
    return name;
  });
}

/** What a file given as an object holds, where a path was to stand. */
function contentIn(file: unknown): string | undefined {
  if (!isObject(file)) return undefined;
  return [file['content'], file['contents'], file['text'], file['body']].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
}

function refuseContent(list: readonly unknown[], { files: _files, ...kept }: Draft): never {
  const paths = list.filter((one): one is string => typeof one === 'string');
  const contents = list.flatMap((one) => {
    const content = contentIn(one);
    const { path, name = path } = isObject(one) ? one : {};
    return content === undefined ? [] : [`${typeof name === 'string' ? name : 'file'}:\n${content}`];
  });
  const text = [kept.text ?? [], contents].flat().join('\n\n');
  const next = { ...kept, text, ...(paths.length === 0 ? {} : { files: paths }) };
  refuse('files takes paths of files that are there, and the call holds content itself.', next, 'Content goes in text.');
}

/** Levels that the message around the data leaves to it. */
const MAX_DATA_DEPTH = A2A_MAX_DEPTH - 16;

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0; ++depth) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return depth;
}

/** JSON text without halves of surrogate pairs, which no message can carry. */
export function wellFormedJson(json: string): string {
  if (!/\\ud[89a-f]/i.test(json)) return json;
  return json.replace(
    /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\(u[0-9a-f]{4}|.)/gi,
    (all, _high: string | undefined, _low: string | undefined, one: string | undefined) =>
      one !== undefined && /^ud[89a-f]/i.test(one) ? '\ufffd' : all,
  );
}

/** JSON text of an object. */
export function dataOf(value: unknown, notes: Notes, draft: Draft): string {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  if (parsed === undefined) {
    refuse('data has to be a JSON object as text, and this is not JSON.', { ...draft, data: JSON.stringify({ value }) });
  }
  if (depthOf(parsed) > MAX_DATA_DEPTH) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    refuse(
      `data is nested deeper than ${MAX_DATA_DEPTH} levels.`,
      { ...draft, data: JSON.stringify({ json: text }) },
      'Send it as text inside.',
    );
  }
  if (typeof value !== 'string') notes.push('data was given as JSON, not as text');
  if (isObject(parsed))
    return typeof value === 'string' && wellFormedJson(value) === value ? value : wellFormedJson(JSON.stringify(parsed));
  notes.push('data was no object and is sent as {"value": …}');
  return JSON.stringify({ value: parsed });
}
