import { ZSTDDecoder } from 'zstddec/stream';
import { splitZstdFrame } from './zstd-frame.ts';

/** To be awaited before the first `decodeZstd`. */
export async function loadZstd(): Promise<void> {
  await new ZSTDDecoder().init();
}

/**
 * Decodes a whole Zstandard body in pieces of at most 128 KiB, as they are asked for, with the window
 * of at most 8 MiB as its only memory. Throws when the body is no Zstandard, ends early, or goes on behind
 * its end. What it holds is given back at the end alone: a body that is given up, or was wrong, leaves that
 * to the end of the thread.
 */
export function* decodeZstd(body: Buffer): Generator<Uint8Array> {
  let fed = 0;
  // Block by block: the decoder drops what it has decoded of more than one at a time and could not put out.
  function* feed(): Generator<Buffer> {
    for (const part of splitZstdFrame(body)) {
      fed += 1;
      yield part;
    }
  }
  let emptyAt = 0;
  for (const piece of new ZSTDDecoder().decodeStreaming(feed())) {
    if (piece.length > 0) yield piece;
    // It does not say that it failed: it goes on with the same part for ever.
    else if (emptyAt === fed) throw new Error('It is damaged.');
    else emptyAt = fed;
  }
}
