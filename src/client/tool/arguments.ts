// The tool's parameters: names, order and the JSON schema that a model gets.
export const SUBAGENT_A2A_TOOLS = ['A2A'] as const;
export const TOOL_NAME = SUBAGENT_A2A_TOOLS[0];

export const ACTIONS = ['discover', 'send', 'get', 'wait', 'complete', 'cancel'] as const;
export type Action = (typeof ACTIONS)[number];

/** How a worker ends a task, or pauses it with a question. */
export const OUTCOMES = ['completed', 'failed', 'rejected', 'input-required', 'auth-required'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A call after normalisation. `task` is what the model wrote; lookup.ts finds the task. */
export interface ToolArguments {
  action: Action;
  to?: string;
  task?: string;
  text?: string;
  outcome?: Outcome;
  files?: string[];
  /** JSON text of an object. */
  data?: string;
  seconds?: number;
  page?: number;
}

export type Field = keyof ToolArguments;
export const FIELDS: readonly Field[] = ['action', 'to', 'task', 'text', 'outcome', 'files', 'data', 'seconds', 'page'];

/** The fields that an action looks at; the others are left aside, and the result says so. */
export const USES: { readonly [A in Action]: readonly Field[] } = {
  discover: ['page'],
  send: ['to', 'task', 'text', 'files', 'data', 'seconds'],
  get: ['task', 'page'],
  wait: ['task', 'seconds'],
  complete: ['task', 'text', 'outcome', 'files', 'data'],
  cancel: ['task'],
};

interface Property {
  type: 'string' | 'number' | 'integer' | 'array';
  description: string;
  enum?: readonly string[];
  items?: { type: 'string' };
}

/**
 * Flat, with only `action` required. No composed types, no references, nothing that leaves members open: several
 * model APIs refuse a whole request for these.
 */
export interface ToolParameters {
  type: 'object';
  properties: { readonly [F in Field]: Property };
  required: readonly Field[];
}

export const PARAMETERS: ToolParameters = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ACTIONS, description: 'What to do.' },
    to: { type: 'string', description: 'send: name of the agent that gets a new task, as discover shows it.' },
    task: { type: 'string', description: 'Handle of a task, such as T17.' },
    text: { type: 'string', description: 'send: the message. complete: the result, or the question when input is required.' },
    outcome: { type: 'string', enum: OUTCOMES, description: 'complete: how it ended. Default completed.' },
    files: { type: 'array', items: { type: 'string' }, description: 'send, complete: paths of files to attach.' },
    data: { type: 'string', description: 'send, complete: a JSON object as text.' },
    seconds: { type: 'number', description: 'wait: how long, 30 by default and 120 at most. send: wait that long for the answer.' },
    page: { type: 'integer', description: 'get: page of a long text, from 1.' },
  },
  required: ['action'],
};
