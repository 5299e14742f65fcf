import { Duplex } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';
import { ErrataError } from '#shared';
import { GatheredBytes } from '../../envelope/gathered-bytes.ts';
import type { MemoryShare } from '../body/memory-budget.ts';
import type { WasmEncoding } from './decoding-job.ts';
import type { DecodingThread } from './decoding-thread.ts';

/** Makes the decoder for a body once its first byte is known. Null: the body is not encoded. */
export type DecoderFactory = ((start: DecoderStart) => Duplex) | null;

export interface DecoderStart {
  readonly firstByte: number;
  /** What a decoder has to hold of the body is taken from it. */
  readonly share: MemoryShare;
  readonly thread: DecodingThread;
}

const ZLIB_METHOD_DEFLATE = 0x08;

/**
 * Encodings this relay takes. `deflate` is zlib by RFC 9110 and raw with some senders: a zlib stream
 * begins with its method in the low half of the first byte.
 */
const decoders: Readonly<Record<string, DecoderFactory>> = {
  '': null,
  identity: null,
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: ({ firstByte }) =>
    (firstByte & 0x0f) === ZLIB_METHOD_DEFLATE ? createInflate() : createInflateRaw(),
  br: (start) => decodeByThread('br', start),
  zstd: (start) => decodeByThread('zstd', start),
};

/** Undefined when the encoding is not supported; several on top of one another are not. */
export function findDecoder(contentEncoding: string | undefined): DecoderFactory | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined;
}

/** Whether a decoder that has ended was given more than it took: zlib's leave that unread, and say nothing. */
export function hasLeftBytes(decoder: Duplex, givenBytes: number): boolean {
  return 'bytesWritten' in decoder && (decoder as Duplex & Zlib).bytesWritten < givenBytes;
}

/**
 * Holds the body as it came, and decodes it once it is whole: a decoder holds a window of megabytes from
 * the first byte on, and with slow senders there would be many.
 */
function decodeByThread(encoding: WasmEncoding, { share, thread }: DecoderStart): Duplex {
  return Duplex.from(async function* decode(
    source: AsyncIterable<Buffer>,
    { signal }: { signal: AbortSignal },
  ) {
    const chunks = new GatheredBytes();
    for await (const chunk of source) {
      if (!share.take(chunk.length)) throw new ErrataError('relay.busy');
      chunks.add(chunk);
    }
    yield* thread.decode(encoding, join(chunks.take()), signal);
  });
}

/** As bytes of their own, which can be given to another thread. */
function join(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
