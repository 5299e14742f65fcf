/**
 * Bytes of an attachment in one row. Rows are read one at a time. One transaction writes at most
 * this many bytes, of one attachment or of several.
 */
export const CHUNK_BYTES = 256 * 1024;

/**
 * Cuts pieces of any size into chunks of `memory.length` bytes, and a shorter last chunk. Each
 * chunk lies in `memory` and is valid until the next one is requested.
 */
export async function* toChunks(
  pieces: AsyncIterable<Uint8Array>,
  memory: Buffer,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    for (let offset = 0; offset < piece.length;) {
      const fitting = piece.subarray(offset, offset + memory.length - bytes);
      memory.set(fitting, bytes);
      offset += fitting.length;
      bytes += fitting.length;
      if (bytes < memory.length) continue;
      yield memory;
      bytes = 0;
    }
  }
  if (bytes > 0) yield memory.subarray(0, bytes);
}
