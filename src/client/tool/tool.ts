// The A2A tool: one tool, six actions, for any framework that lets a model call functions.
import { cancel, complete } from './action_complete.js';
import { discover, peers } from './action_discover.js';
import { get } from './action_get.js';
import { send } from './action_send.js';
import { wait, waitOf } from './action_wait.js';
import { PARAMETERS, TOOL_NAME, type Action, type ToolParameters } from './arguments.js';
import { describe } from './description.js';
import { normalize } from './normalize.js';
import type { Done, Running } from './outcome.js';
import { Refusal } from './refusal.js';
import { asRefusal } from './refusals.js';
import { failureResult, successResult, type ToolResult } from './result.js';
import { Session, within, type A2AToolOptions, type ExecuteOptions } from './session.js';
import { steady } from './steady.js';
import { nearest, type NextCall } from './suggest.js';
import { dutiesOf, openTasks, type Duties } from './tasks.js';
import { parseJson } from './values.js';
import type { ToolAgent, ToolCallOptions } from './tool_agent.js';

export interface A2ATool {
  readonly name: typeof TOOL_NAME;
  /** Names the agents and duties that were last seen; `refresh` looks. */
  readonly description: string;
  readonly parameters: ToolParameters;
  /** Takes whatever a model wrote and never rejects: what went wrong is in the result. */
  execute(args: unknown, options?: ExecuteOptions): Promise<ToolResult>;
  /** Looks who is there and what is owed, for the description of the next turn. */
  refresh(options?: ExecuteOptions): Promise<void>;
}

const actions: { readonly [A in Action]: (running: Running) => Promise<Done> } = { discover, send, get, wait, complete, cancel };

export function createA2ATool(agent: ToolAgent, options: A2AToolOptions = {}): A2ATool {
  const session = new Session(steady(agent), options);
  let duties: Duties | undefined;
  const look = async (how: ToolCallOptions & { readonly timeoutMs: number }): Promise<Duties | undefined> => {
    try {
      const open = await within(openTasks(session.agent, how), how.timeoutMs);
      duties = dutiesOf(
        agent,
        open.map((task) => session.learn(task)),
      );
      return duties;
    } catch {
      return undefined; // The call itself has said what is wrong with the host.
    }
  };
  return {
    name: TOOL_NAME,
    get description() {
      return describe(session, duties);
    },
    parameters: PARAMETERS,
    async execute(written, how = {}) {
      const input = plain(written);
      const notes: string[] = [];
      let running: Running | undefined;
      try {
        const { args, notes: changed, used } = normalize(input, session.kept);
        notes.push(...changed);
        const deadline = session.deadline(waitOf(session, args), args.action);
        running = { session, args, how: session.how(how, deadline), deadline, options: how, notes };
        // The calls end by themselves; an agent that forgets its deadlines holds the tool no longer either.
        const done = await within(actions[args.action](running), deadline - session.now() + LAST_MS);
        if (args.action === 'send' || args.action === 'complete') session.kept.forget(used);
        return successResult(session, args, done, notes, done.silent === true ? undefined : await look(running.how));
      } catch (error) {
        const { args = { action: 'get' }, task, begun } = running ?? {};
        const first = asRefusal(error, { session, args, task, begun, signal: how.signal });
        const useless = how.signal?.aborted === true || hostless.has(first.code);
        // What the tool refused by itself says all that matters: looks at the host add to it, and get little time.
        const looks = running?.begun === true ? running.how : session.how(how, session.now() + LOOK_MS);
        const refusal = useless ? first : await withKnownName(session, first, looks);
        const seen = useless ? undefined : await look(looks);
        return failureResult(session, running?.args ?? input, refusal, notes, seen);
      }
    },
    async refresh(how = {}) {
      const calls = session.how(how);
      await Promise.all([look(calls), within(peers(session, calls), calls.timeoutMs).catch(() => undefined)]);
    },
  };
}

/** How long an action may outlast its deadline. */
const LAST_MS = 500;

/** What looks at the host may add to the time of a refusal. */
const LOOK_MS = 2_000;

/** The host is silent or gone: a look at it would only take more time. */
const hostless: ReadonlySet<Refusal['code']> = new Set(['CALL_TIMEOUT', 'HOST_UNAVAILABLE']);

/** A copy that is JSON and nothing else; what cannot be JSON is no call. */
function plain(written: unknown): unknown {
  try {
    const text = JSON.stringify(written) as string | undefined;
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** No suggestion repeats a name that nobody has: the nearest one stands there, or the call that shows the names. */
async function withKnownName(session: Session, refusal: Refusal, how: Running['how']): Promise<Refusal> {
  const { code, message, advice, next } = refusal;
  if (typeof next?.to !== 'string') return refusal;
  const seen = await within(peers(session, how), how.timeoutMs).catch(() => undefined);
  const names = seen?.map(({ name }) => name);
  if (names === undefined || names.includes(next.to)) return refusal;
  const name = nearest(next.to, names);
  const better: NextCall = name === undefined ? { action: 'discover' } : { ...next, to: name };
  return new Refusal({ code, text: message, next: better, ...(advice === undefined ? {} : { advice }) });
}
