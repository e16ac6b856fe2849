// An agent without a host, in reach of reviewer: it is well, unless a test says otherwise.
import type { Task } from '../../generated/ts/index.js';
import type { ToolAgent } from '../../src/client/tool/index.js';
import { card } from '../client/support.js';

export const task: Task = {
  kind: 'task',
  id: '01900000-0000-7000-8000-000000000001',
  contextId: 'ctx',
  status: { state: 'working', timestamp: '2026-01-01T00:00:00.000Z' },
  history: [],
  artifacts: [],
  agentName: 'reviewer',
  requesterName: 'planner',
  generation: 1,
  historyTotal: 1,
  number: 17,
  counterpartLive: true,
};

/** `broken` replaces what shall go wrong. */
export function stub(broken: Partial<ToolAgent>): ToolAgent {
  return {
    id: 'planner',
    contextId: 'ctx',
    card: {},
    discover: () => Promise.resolve([{ ...card('reviewer'), contextId: 'ctx' }]),
    send: () => Promise.resolve(task),
    get: () => Promise.resolve(task),
    list: () => Promise.resolve({ tasks: [] }),
    wait: () => Promise.resolve({ events: [], more: false, timedOut: true }),
    status: () => Promise.resolve(task),
    cancel: () => Promise.resolve(task),
    newRun: () => Promise.resolve(),
    ...broken,
  };
}

/** An agent that nothing comes to, and the waits that it was asked for, on a clock that they move. */
export function patient(): { agent: ToolAgent; slices: number[]; now: () => number } {
  let time = 0;
  const slices: number[] = [];
  const agent = stub({
    wait: ({ seconds = 0 }) => {
      slices.push(seconds);
      time += seconds * 1000;
      return Promise.resolve({ events: [], more: false, timedOut: true });
    },
  });
  return { agent, slices, now: () => time };
}
