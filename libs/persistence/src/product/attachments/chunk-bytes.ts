/** Of an attachment in one row, read for itself. The most that one transaction writes, of one attachment or of several. */
export const CHUNK_BYTES = 256 * 1024;

/** Cuts pieces of any size into chunks of that size, and a last one with the rest. */
export async function* toChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    let rest = piece;
    while (bytes + rest.length >= CHUNK_BYTES) {
      const fitting = CHUNK_BYTES - bytes;
      yield Buffer.concat([...held, rest.subarray(0, fitting)]);
      held = [];
      bytes = 0;
      rest = rest.subarray(fitting);
    }
    if (rest.length > 0) held.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
