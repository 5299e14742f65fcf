/**
 * Leaves empty pieces out. Throws once the pieces have taken the thread more than 2 s of CPU, because
 * bodies of other senders wait. 100 MB of text take less, and 1 MB of empty Brotli metablocks more.
 */
export function* withinCpu(
  pieces: Iterable<Uint8Array>,
  readCpuMs = () => process.threadCpuUsage().user / 1000,
): Generator<Uint8Array> {
  const endMs = readCpuMs() + 2000;
  for (const piece of pieces) {
    if (readCpuMs() > endMs) throw new Error('It takes more than 2 seconds.');
    if (piece.length > 0) yield piece;
  }
}

/**
 * Copies pieces of any size together into pieces of at least `minBytes`; only the last may be
 * smaller.
 */
export function* gatherPieces(
  pieces: Iterable<Uint8Array>,
  minBytes: number,
): Generator<Uint8Array<ArrayBuffer>> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.length;
    if (bytes < minBytes) continue;
    yield join(gathered, bytes);
    gathered = [];
    bytes = 0;
  }
  if (bytes > 0) yield join(gathered, bytes);
}

function join(pieces: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(bytes);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
