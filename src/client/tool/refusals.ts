// Errors of the host and the client as refusals: the host's text, the catalogue's advice, and the call to make next.
import { errors, type ErrorData, type ErrorName, type Task } from '../../../generated/ts/index.js';
import type { ToolArguments } from './arguments.js';
import { Refusal } from './refusal.js';
import type { Session } from './session.js';
import { beforeWords, nearest, type NextCall } from './suggest.js';
import { counterpart, handle } from './tasks.js';

/** A call that failed, and the task it was about, if that is known. */
export interface FailedCall {
  session: Session;
  args: ToolArguments;
  task?: Task | undefined;
  /** It may have been done. */
  begun?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

interface HostError extends Error {
  errorCode: string;
  data: Partial<ErrorData>;
}

function isHostError(error: unknown): error is HostError {
  return error instanceof Error && typeof (error as Partial<HostError>).errorCode === 'string';
}

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(errors, name);
}

export function asRefusal(error: unknown, failed: FailedCall): Refusal {
  if (error instanceof Refusal) return error;
  if (failed.signal?.aborted === true && !(isHostError(error) && isErrorName(error.errorCode))) return ended(failed);
  if (isHostError(error) && isErrorName(error.errorCode)) return ofHost(error, error.errorCode, failed);
  if (isHostError(error) && error.errorCode === 'CALL_TIMEOUT') {
    return new Refusal({
      code: 'CALL_TIMEOUT',
      text: `The host did not answer in time. ${fateOf(failed)}`,
      advice: errors.STORE_UNAVAILABLE.advice,
      next: { action: 'get' },
    });
  }
  if (isHostError(error)) {
    return new Refusal({
      code: 'HOST_UNAVAILABLE',
      text: `${error.message} ${failed.begun === true ? `${fateOf(failed)} ` : ''}Other agents cannot be reached now; what was stored before is kept.`,
      advice: 'Go on without other agents. Look with get later.',
      next: { action: 'get' },
    });
  }
  if (error instanceof Error && error.name === 'AbortError') return ended(failed);
  return new Refusal({
    code: errors.INTERNAL.name,
    text: 'The tool met a fault of its own.',
    advice: errors.INTERNAL.advice,
    next: { action: 'get' },
  });
}

/** The call was ended by its signal, whatever reason that gave. */
function ended(failed: FailedCall): Refusal {
  return new Refusal({
    code: failed.begun === true ? 'CALL_TIMEOUT' : 'BAD_CALL',
    text: `The call was ended from outside. ${fateOf(failed)}`,
    ...(failed.begun === true ? { advice: errors.STORE_UNAVAILABLE.advice } : {}),
    next: { action: 'get' },
  });
}

/** What became of a call that has no reply. */
function fateOf({ args, begun }: FailedCall): string {
  if (begun !== true) return 'Nothing was changed.';
  return args.action === 'cancel' ? 'The task may be canceled or not.' : 'The message may have been sent or not.';
}

/** Errors of a call that the host could not even read. */
const ownFault: ReadonlySet<ErrorName> = new Set([errors.FRAME_TOO_LARGE.name, errors.PARSE_ERROR.name]);

function ofHost(error: HostError, code: ErrorName, failed: FailedCall): Refusal {
  const { candidates = [] } = error.data;
  const who =
    candidates.length === 0 || candidates.every((one) => error.message.includes(one))
      ? ''
      : ` Reachable: ${candidates.slice(0, 12).join(', ')}.`;
  const next = nextFor(code, error.data, failed);
  return new Refusal({
    code,
    text: `${ownFault.has(code) ? 'The call itself cannot be sent. ' : ''}${failed.session.withHandles(spoken(error.message))}${who}`,
    advice: errors[code].advice,
    ...(next === undefined ? {} : { next }),
  });
}

/** The host's text without its pointers into the error and the request, which a model does not see. */
function spoken(text: string): string {
  const plain = text.replace(/[;,] data\.\w+[^.;]{0,80}(?=[.;])/g, '');
  const path = /^\/params\/[\w/]{0,200}(?=: )/.exec(plain)?.[0];
  if (path === undefined) return plain;
  const field = path
    .split('/')
    .filter((one) => /^[a-z]/i.test(one))
    .at(-1);
  return `${field}${plain.slice(path.length)}`;
}

function nextFor(code: ErrorName, data: Partial<ErrorData>, { session, args, task }: FailedCall): NextCall | undefined {
  const { candidates = [] } = data;
  const read: NextCall = task === undefined ? { action: 'get' } : { action: 'get', task: handle(task) };
  switch (code) {
    case errors.A2A_UNKNOWN_AGENT.name: {
      if (args.to === undefined) return { action: 'get' };
      const meant = nearest(args.to, candidates);
      return meant === undefined ? { action: 'discover' } : { ...args, to: meant };
    }
    case errors.A2A_NO_PEERS.name:
      return candidates[0] === undefined ? { action: 'discover' } : { ...args, to: candidates[0] };
    case errors.A2A_TASK_TERMINAL.name: {
      if (args.action !== 'send' || task?.counterpartLive !== true) return read;
      const { task: _ended, ...rest } = args;
      return { ...rest, to: counterpart(session.agent, task) };
    }
    case errors.A2A_PAYLOAD_TOO_LARGE.name: {
      const { files, ...rest } = args;
      return files === undefined ? beforeWords(args) : { text: 'The files were too large to send.', ...rest };
    }
    case errors.FRAME_TOO_LARGE.name:
    case errors.PARSE_ERROR.name:
      return beforeWords(args);
    case errors.INVALID_PARAMS.name:
      return args.to === undefined ? read : { action: 'discover' };
    case errors.A2A_INVALID_TRANSITION.name:
    case errors.A2A_MESSAGE_CONFLICT.name:
      return read;
    case errors.A2A_UNKNOWN_TASK.name:
    case errors.A2A_SEND_CAP.name:
    case errors.A2A_WAIT_CYCLE.name:
    case errors.INTERNAL.name:
    case errors.STORE_UNAVAILABLE.name:
    case errors.HOST_OVERLOADED.name:
    case errors.HOST_SHUTTING_DOWN.name:
      return { action: 'get' };
    default:
      return undefined;
  }
}
