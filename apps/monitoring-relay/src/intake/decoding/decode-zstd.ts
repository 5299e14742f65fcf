import { ZSTDDecoder } from 'zstddec/stream';
import { splitZstdFrame } from './zstd-frame.ts';

/** Await this before the first `decodeZstd`. */
export async function loadZstd(): Promise<void> {
  await new ZSTDDecoder().init();
}

/**
 * Decodes a whole Zstandard body lazily, in pieces of at most 128 KiB, empty ones included. Keeps
 * only the window in memory, at most 8 MiB. Throws when the body is not Zstandard, ends early, or has bytes after its
 * end.
 *
 * The decoder frees its memory only at the end of the body. After an error, or when the caller
 * stops early, the memory is held until the thread ends.
 */
export function* decodeZstd(body: Buffer): Generator<Uint8Array> {
  let fed = 0;
  // Feeds one block at a time. When the decoder gets several, it loses output that it has decoded
  // but could not return yet.
  function* feed(): Generator<Buffer> {
    for (const part of splitZstdFrame(body)) {
      fed += 1;
      yield part;
    }
  }
  let emptyAt = 0;
  for (const piece of new ZSTDDecoder().decodeStreaming(feed())) {
    yield piece;
    if (piece.length > 0) continue;
    // The decoder does not report errors. After an error it returns empty pieces for ever and reads
    // no further input.
    if (emptyAt === fed) throw new Error('It is damaged.');
    emptyAt = fed;
  }
}
