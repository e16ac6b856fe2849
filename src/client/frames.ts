// Requests as text. What would make the host answer without naming the call (contract section 1) is refused here, so
// that every call is answered under its own id.
import { bounds, errors, type MethodName } from '../../generated/ts/index.js';
import { refusedHere } from './errors.js';

// JSON.stringify escapes a lone half of a surrogate pair and nothing else this way; an escaped backslash before `ud800`
// is text.
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** One request of JSON-RPC 2.0 without its newline. */
export function requestFrame(id: string, method: MethodName, params: object, maxBytes: number): string {
  // Two levels are the frame's own: the envelope and `params`.
  if (deeperThan(params, bounds.A2A_MAX_DEPTH.value - 1)) {
    throw refusedHere(method, errors.PARSE_ERROR.name, `${method}: nested deeper than ${bounds.A2A_MAX_DEPTH.value} levels.`, {
      limit: bounds.A2A_MAX_DEPTH.name,
      max: bounds.A2A_MAX_DEPTH.value,
    });
  }
  const frame = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  if (frame.includes('\\ud') && loneSurrogate.test(frame)) {
    throw refusedHere(method, errors.PARSE_ERROR.name, `${method}: a text holds half of a surrogate pair, which UTF-8 cannot carry.`);
  }
  // A UTF-16 unit takes at most three bytes, so most frames need no counting.
  const bytes = frame.length * 3 > maxBytes ? Buffer.byteLength(frame) : 0;
  if (bytes > maxBytes) {
    throw refusedHere(method, errors.FRAME_TOO_LARGE.name, `${method}: the frame has ${bytes} bytes, the host reads ${maxBytes}.`, {
      limit: bounds.A2A_MAX_FRAME_BYTES.name,
      max: maxBytes,
      actual: bytes,
    });
  }
  return frame;
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => deeperThan(member, levels - 1));
}
