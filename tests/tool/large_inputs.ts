// Inputs that a search with steps back would not get through in days, run in a process that its parent kills at a deadline.
import type { Task } from '../../generated/ts/index.js';
import { neutralise } from '../../src/client/attribution.js';
import { createA2ATool } from '../../src/client/tool/index.js';
import { stub, task } from './stub.js';

/** Legal for a file, and what others may send. */
const fileBytes = 20 * 1024 * 1024;

async function reading(unit: string): Promise<string> {
  const bytes = Buffer.from(unit.repeat(fileBytes / Buffer.byteLength(unit))).toString('base64');
  const history = [{ role: 'user', messageId: 'm', from: 'reviewer', parts: [{ kind: 'file', file: { name: 'a', bytes } }] }] as const;
  const owed = { ...task, agentName: 'planner', requesterName: 'reviewer', history } as unknown as Task;
  const tool = createA2ATool(stub({ get: () => Promise.resolve(owed) }));
  const first = await tool.execute({ action: 'get', task: task.id });
  const later = await tool.execute({ action: 'get', task: task.id, page: 1000 });
  return `${first.text}\n${later.text}`;
}

async function calling(call: object): Promise<string> {
  const list = (): Promise<{ tasks: Task[] }> => Promise.resolve({ tasks: [{ ...task, number: 1 }] });
  return (await createA2ATool(stub({ list })).execute(call)).text;
}

const many = 1_000_000;
const inputs: Record<string, () => string | Promise<string>> = {
  'a file of brackets': () => reading('['),
  'a file of quotation marks': () => reading('“a·'),
  'a file of lists': () => reading('[[1,2],[3,4]],'),
  'a file of one line': () => reading('é'),
  'a text of brackets': () => neutralise('['.repeat(many)).slice(0, 100),
  'a text of look-alikes that lead nowhere': () => neutralise('[us '.repeat(many / 4)).slice(0, 100),
  'a text of marks': () => neutralise(`[${'\u0301\u0316'.repeat(many)}`).slice(0, 100),
  'spaces behind a handle': () => calling({ action: 'get', task: `T1${' '.repeat(many)}(review)` }),
  'tabs and bars behind a handle': () => calling({ action: 'get', task: `| T1 |${' \t|'.repeat(many)} reviewer` }),
  'many handles': () => calling({ action: 'get', task: `${'T1 and '.repeat(many)}x` }),
  'digits for seconds': () => calling({ action: 'wait', seconds: `${'1'.repeat(many)}!` }),
  'spaces in seconds': () => calling({ action: 'wait', seconds: `1${' '.repeat(many)}!` }),
  'marks in an action': () => calling({ action: `x${'\u0301'.repeat(many)}${'\u0316'.repeat(many)}` }),
  'marks in a name': () => calling({ action: 'send', to: `x${'\u0301'.repeat(many)}${'\u0316'.repeat(many)}`, text: 'x' }),
  'a key in many ways of writing': () =>
    calling(
      Object.fromEntries([
        ['action', 'send'],
        ...Array.from({ length: 3000 }, (_, i) => [`te${'_'.repeat(i)}xt`, `${'x'.repeat(5000)}${i}`]),
      ]),
    ),
};

export const names = Object.keys(inputs);

const run = inputs[process.argv[2] ?? ''];
if (run !== undefined) process.stdout.write(await run());
