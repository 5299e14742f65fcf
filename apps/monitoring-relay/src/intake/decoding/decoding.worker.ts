import { parentPort } from 'node:worker_threads';
import { decodeBrotli } from './decode-brotli.ts';
import { decodeZstd, loadZstd } from './decode-zstd.ts';
import type { FromDecodingThread, ToDecodingThread, WasmEncoding } from './decoding-job.ts';
import { gatherPieces, withinCpu } from './gather-pieces.ts';

/** Target size of a message. Smaller pieces cost more messages, larger ones more memory. */
const PIECE_BYTES = 128 * 1024;

const port = parentPort!;
let pieces: Iterator<Uint8Array<ArrayBuffer>> | undefined;

port.on('message', (message: ToDecodingThread) => {
  void answer(message).then((said) => {
    port.postMessage(said, 'piece' in said ? [said.piece.buffer] : []);
  });
});

async function answer(message: ToDecodingThread): Promise<FromDecodingThread> {
  try {
    if (message !== 'more') pieces = await begin(message.encoding, message.body);
    const next = pieces?.next();
    return next && !next.done ? { piece: next.value } : { isEnd: true };
  } catch (error) {
    return { malformed: error instanceof Error ? error.message : String(error) };
  }
}

async function begin(encoding: WasmEncoding, body: Uint8Array<ArrayBuffer>) {
  if (encoding === 'br') return gatherPieces(withinCpu(decodeBrotli(body)), PIECE_BYTES);
  await loadZstd();
  return gatherPieces(withinCpu(decodeZstd(Buffer.from(body.buffer))), PIECE_BYTES);
}
