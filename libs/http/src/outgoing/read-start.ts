import type { IncomingMessage } from 'node:http';

/** Reads at most `maxBytes` of an answer. Reading on would let a server send without end. */
export async function readStart(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8', 0, maxBytes);
}
