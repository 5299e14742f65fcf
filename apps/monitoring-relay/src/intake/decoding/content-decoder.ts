import { Duplex } from 'node:stream';
import {
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { ErrataError } from '#shared';
import { GatheredBytes } from '../../envelope/gathered-bytes.ts';
import type { MemoryShare } from '../memory/memory-budget.ts';
import type { WasmEncoding } from './decoding-job.ts';
import type { DecodingThread } from './decoding-thread.ts';
import { type Inflation, ZlibDecoder } from './zlib-decoder.ts';

/** Makes the decoder for a body. Null: the body is not encoded. */
export type DecoderFactory = ((means: DecodingMeans) => Duplex) | null;

/** What the decoder of one body works with. */
export interface DecodingMeans {
  /** What a decoder has to hold is taken from it. */
  readonly share: MemoryShare;
  readonly thread: DecodingThread;
  /** The public key it is sent with; undefined where it is known from within the body alone. */
  readonly sender: string | undefined;
}

const ZLIB_METHOD_DEFLATE = 0x08;

const gzip: Inflation = { whole: gunzipSync, stream: createGunzip };
const zlib: Inflation = { whole: inflateSync, stream: createInflate };
const raw: Inflation = { whole: inflateRawSync, stream: createInflateRaw };

const openGzip: DecoderFactory = ({ share }) => new ZlibDecoder(() => gzip, share);

/**
 * Encodings this relay takes. `deflate` is zlib by RFC 9110 and raw with some senders: a zlib stream
 * begins with its method in the low half of the first byte.
 */
const decoders: Readonly<Record<string, DecoderFactory>> = {
  '': null,
  identity: null,
  gzip: openGzip,
  'x-gzip': openGzip,
  deflate: ({ share }) =>
    new ZlibDecoder(
      (firstByte) => ((firstByte & 0x0f) === ZLIB_METHOD_DEFLATE ? zlib : raw),
      share,
    ),
  br: (means) => decodeByThread('br', means),
  zstd: (means) => decodeByThread('zstd', means),
};

/** Undefined when the encoding is not supported; several on top of one another are not. */
export function findDecoder(contentEncoding: string | undefined): DecoderFactory | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined;
}

/**
 * Holds the body as it came, and decodes it once it is whole: a decoder holds a window of megabytes from
 * the first byte on, and with slow senders there would be many.
 */
function decodeByThread(encoding: WasmEncoding, { share, thread, sender }: DecodingMeans): Duplex {
  async function* decode(source: AsyncIterable<Buffer>, { signal }: { signal: AbortSignal }) {
    const chunks = new GatheredBytes();
    for await (const chunk of source) {
      if (!share.take(chunk.length)) throw new ErrataError('relay.busy');
      chunks.add(chunk);
    }
    yield* thread.decode({ encoding, body: join(chunks.take()) }, { sender, signal });
  }
  // Its types leave out the signal, which Node.js documents and gives.
  return Duplex.from(decode as unknown as (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>);
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
