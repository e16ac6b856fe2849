// Calls as models make them: right ones, and wrong ones of every kind that we know. Each says what has to come of it.
import assert from 'node:assert/strict';
import type { Task } from '../../generated/ts/index.js';
import type { ToolResult } from '../../src/client/tool/index.js';
import { h, type World } from './world.js';

export interface Case {
  kind: string;
  call: (w: World) => unknown;
  /** Done at once, or refused with a call that does it. */
  by: 'done' | 'repair';
  /** What is true at the end. */
  effect: (w: World, result: ToolResult) => Promise<void> | void;
}

type Effect = Case['effect'];

async function newest(w: World, to: 'reviewer' | 'builder'): Promise<Task> {
  const { tasks } = await w.planner.list({ role: 'requester' });
  const task = tasks.filter(({ agentName }) => agentName === w[to].id).sort((a, b) => b.number - a.number)[0];
  assert.ok(task !== undefined);
  return await w.planner.get(task);
}

function saidIn({ history }: Task): string[] {
  return history.flatMap(({ parts }) =>
    parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'data' ? JSON.stringify(part.data) : (part.file.name ?? ''))),
  );
}

/** A new task of planner's for that agent, which says this. */
export function sent(to: 'reviewer' | 'builder', text: string): Effect {
  return async (w) => {
    const task = await newest(w, to);
    assert.ok(![w.asked.id, w.done.id].includes(task.id), 'no new task');
    assert.deepEqual(saidIn(task), [text]);
  };
}

export function followed(key: 'asked' | 'served', text: string): Effect {
  return async (w) => assert.equal(saidIn(await w.planner.get(w[key])).at(-1), text);
}

export function ended(state: Task['status']['state'], text: string): Effect {
  return async (w) => {
    const task = await w.planner.get(w.served);
    assert.deepEqual([task.status.state, saidIn(task).at(-1)], [state, text]);
  };
}

export function canceled(key: 'asked' | 'served'): Effect {
  return async (w) => assert.equal((await w.planner.get(w[key])).status.state, 'canceled');
}

/** The text shows these, and nothing was changed. */
export function shows(...what: (RegExp | ((w: World) => string))[]): Effect {
  return async (w, { text }) => {
    for (const one of what) {
      if (typeof one === 'function') assert.ok(text.includes(one(w)), `${one(w)} in ${text}`);
      else assert.match(text, one);
    }
    const states = await Promise.all([w.asked, w.served, w.done].map(async (task) => (await w.planner.get(task)).status.state));
    assert.deepEqual(states, ['submitted', 'submitted', 'completed'], 'something was changed');
  };
}

export const asked = (w: World): string => h(w.asked);
export const served = (w: World): string => h(w.served);
export const done = (w: World): string => h(w.done);
export const list = shows(/2 open/, asked, served);
export const who = shows(/reviewer/, /builder/);
export const cases: Case[] = [];

/** Adds calls of one kind that all come to the same. A call is a value, or made from the world. */
export function add(kind: string, by: Case['by'], effect: Effect, ...calls: unknown[]): void {
  for (const call of calls) {
    cases.push({ kind, by, effect, call: typeof call === 'function' ? (call as Case['call']) : () => call });
  }
}
