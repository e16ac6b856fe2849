// What the daemon writes, one frame a line, and its comparison with the schema.
import { diagnose, ErrorDataTable, notifications, methods, type TypeTable } from '../../../generated/ts/index.js';

/** A JSON-RPC error object as it came. */
export interface WireError {
  code: number;
  message: string;
  data?: Record<string, unknown> & { errorCode?: string };
}

/** One line that the daemon wrote. */
export interface Frame {
  /** Position among all frames of the session, from 0. */
  index: number;
  /** The line as written, without its newline. */
  text: string;
  id?: unknown;
  method?: string;
  params?: any;
  result?: any;
  error?: WireError;
}

export function parseFrame(line: Buffer, index: number): Frame {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(line);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`not an object on stdout: ${text.slice(0, 200)}`);
  }
  return { ...value, index, text };
}

export function brief(text: string, length = 300): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}

/** Throws when a frame is none that the schema describes; `method` is the call that it answers, if known. */
export function checkShape(frame: Frame, method?: string): void {
  const check = (table: TypeTable | undefined, value: unknown): void => {
    const fault = table === undefined ? undefined : diagnose(table, value, '', 'output');
    if (fault !== undefined) throw new Error(`${fault.path}: ${fault.text} In a frame of the daemon: ${brief(frame.text)}`);
  };
  const kinds = ['method', 'result', 'error'].filter((member) => member in frame);
  if (kinds.length !== 1) throw new Error(`neither reply nor notification: ${brief(frame.text)}`);
  if (frame.method !== undefined) {
    if (!Object.hasOwn(notifications, frame.method)) throw new Error(`unknown notification: ${brief(frame.text)}`);
    check(notifications[frame.method as keyof typeof notifications].params, frame.params);
  }
  if (frame.error !== undefined) check(ErrorDataTable, frame.error.data);
  if (frame.result !== undefined && method !== undefined && Object.hasOwn(methods, method)) {
    check(methods[method as keyof typeof methods].result, frame.result);
  }
}
