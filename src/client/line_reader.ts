/** Bytes, a Buffer at run time; whoever uses the types needs none of Node's. */
export type Line = Uint8Array & { toString(encoding?: 'utf8'): string };

/**
 * Lines of the pipe. Framed on byte 0x0A over Buffers, so that no character is cut in two and U+2028 ends no line
 * (contract section 1).
 */
export class LineReader {
  #rest: Buffer[] = [];

  /** The whole lines that `chunk` completes, without their newline. */
  push(bytes: Uint8Array): Line[] {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const lines: Line[] = [];
    let start = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, start)) {
      const last = chunk.subarray(start, at);
      lines.push(this.#rest.length === 0 ? last : Buffer.concat([...this.#rest, last]));
      this.#rest = [];
      start = at + 1;
    }
    if (start < chunk.length) this.#rest.push(chunk.subarray(start));
    return lines;
  }

  /** What came after the last newline. */
  get rest(): Line {
    return Buffer.concat(this.#rest);
  }
}
