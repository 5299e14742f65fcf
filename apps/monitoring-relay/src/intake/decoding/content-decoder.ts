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

export type DecoderFactory = ((means: DecodingMeans) => Duplex) | null;

export interface DecodingMeans {
  readonly share: MemoryShare;
  readonly thread: DecodingThread;
  readonly sender: string | undefined;
}

const ZLIB_METHOD_DEFLATE = 0x08;

const gzip: Inflation = { whole: gunzipSync, stream: createGunzip };
const zlib: Inflation = { whole: inflateSync, stream: createInflate };
const raw: Inflation = { whole: inflateRawSync, stream: createInflateRaw };

const openGzip: DecoderFactory = ({ share }) => new ZlibDecoder(() => gzip, share);

/**
 * RFC 9110 defines `deflate` as zlib, but some senders send raw deflate. In a zlib stream, the low
 * four bits of the first byte name the method.
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

/**
 * Returns null when the body is not encoded. Returns undefined when the encoding is not supported,
 * or when several encodings are combined (`gzip, br`).
 */
export function findDecoder(contentEncoding: string | undefined): DecoderFactory | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined;
}

/**
 * Collects the encoded body and decodes it only when it has arrived completely. A streaming decoder
 * needs megabytes from the first byte on, and slow senders would keep many decoders open.
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
  // Node.js documents and passes the `signal`, but its types lack it.
  return Duplex.from(decode as unknown as (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>);
}

/**
 * Copies the chunks into an array with a buffer of its own, because a transfer to another thread
 * moves the whole buffer.
 */
function join(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
