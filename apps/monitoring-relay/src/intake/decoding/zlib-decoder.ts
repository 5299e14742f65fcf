import { Duplex, type Transform } from 'node:stream';
import type { Zlib, ZlibOptions } from 'node:zlib';
import { ErrataError } from '#shared';
import { GatheredBytes } from '../../envelope/gathered-bytes.ts';
import type { MemoryShare } from '../memory/memory-budget.ts';

export const GATHERED_BYTES = 64 * 1024;
/** Memory of a streaming decoder: window, state, output and streams (measured: 60 kB). */
export const INFLATION_BYTES = 64 * 1024;
/**
 * A body of at most this many bytes is decoded synchronously. Synchronous decoding costs half as
 * much as a stream, and needs no memory between chunks. The limit is low, because a hostile body of
 * 16 KiB already takes some milliseconds.
 */
const SYNC_MAX_BYTES = 16 * 1024;
const SYNC_MAX_DECODED_BYTES = 128 * 1024;
/** Size of zlib's output chunks. Most events fit into one, so zlib does not have to join chunks. */
const SYNC_CHUNK_BYTES = 32 * 1024;

export interface Inflation {
  readonly whole: (body: Buffer, options: ZlibOptions) => Buffer;
  readonly stream: () => Transform & Zlib;
}

type Done = (error?: Error | null) => void;

/**
 * Decodes a body within its share of the memory budget. The decoder is opened only after
 * `GATHERED_BYTES` or at the end of the body, so a slow sender takes memory only for the bytes that
 * it has sent.
 *
 * Fails with `relay.busy` when the share has no room. Also fails when bytes follow the end of the
 * compressed data; Node's zlib silently ignores such bytes.
 */
export class ZlibDecoder extends Duplex {
  private readonly gathered = new GatheredBytes();
  private gatheredBytes = 0;
  private inflater: (Transform & Zlib) | undefined;
  private givenBytes = 0;

  constructor(
    private readonly choose: (firstByte: number) => Inflation,
    private readonly share: MemoryShare,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (!this.share.take(chunk.length)) return done(new ErrataError('relay.busy'));
    if (this.inflater) return this.inflate(this.inflater, chunk, done);
    this.gathered.add(chunk);
    this.gatheredBytes += chunk.length;
    if (this.gatheredBytes < GATHERED_BYTES) done();
    else this.inflateGathered(done);
  }

  override _final(done: Done): void {
    if (this.inflater) {
      this.inflater.end();
      done();
    } else if (this.gatheredBytes <= SYNC_MAX_BYTES) {
      this.decodeSynchronously(done);
    } else {
      this.inflateToEnd(done);
    }
  }

  override _read(): void {
    this.inflater?.resume();
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.inflater) {
      this.inflater.destroy();
      this.share.giveBack(INFLATION_BYTES);
    }
    done(error);
  }

  private decodeSynchronously(done: Done): void {
    const body = this.gathered.join();
    const small = decodeSmall(this.choose(body[0] ?? 0), body);
    if (small === 'large') return this.inflateToEnd(done);
    if (!small.ok) return done(small.error);
    this.gathered.take();
    this.share.giveBack(this.gatheredBytes);
    if (small.decoded.length > 0) this.push(small.decoded);
    this.push(null);
    done();
  }

  private inflateToEnd(done: Done): void {
    this.inflateGathered((error) => {
      if (!error) this.inflater?.end();
      done(error);
    });
  }

  private inflateGathered(done: Done): void {
    if (!this.share.take(INFLATION_BYTES)) return done(new ErrataError('relay.busy'));
    const body = this.gathered.join();
    this.gathered.take();
    this.inflater = this.open(this.choose(body[0] ?? 0));
    this.inflate(this.inflater, body, done);
  }

  private open({ stream }: Inflation): Transform & Zlib {
    const inflater = stream();
    return inflater
      .on('data', (piece: Buffer) => {
        if (!this.push(piece)) inflater.pause();
      })
      .on('end', () => {
        if (inflater.bytesWritten < this.givenBytes) this.destroy(createTrailingBytesError());
        else this.push(null);
      })
      .on('error', (error) => this.destroy(error));
  }

  private inflate(inflater: Transform, bytes: Buffer, done: Done): void {
    this.givenBytes += bytes.length;
    inflater.write(bytes, () => {
      this.share.giveBack(bytes.length);
      done();
    });
  }
}

type Small =
  | { readonly ok: true; readonly decoded: Buffer }
  | { readonly ok: false; readonly error: Error }
  | 'large';

function decodeSmall({ whole }: Inflation, body: Buffer): Small {
  const options = {
    chunkSize: SYNC_CHUNK_BYTES,
    maxOutputLength: SYNC_MAX_DECODED_BYTES,
    info: true,
  };
  try {
    // The option `info` makes zlib return this object; the types lack it.
    const { buffer, engine } = whole(body, options) as unknown as { buffer: Buffer; engine: Zlib };
    if (engine.bytesWritten < body.length) return { ok: false, error: createTrailingBytesError() };
    return { ok: true, decoded: trim(buffer) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : { ok: false, error: error as Error };
  }
}

function trim(bytes: Buffer): Buffer {
  return bytes.length < bytes.buffer.byteLength / 2 ? Buffer.from(bytes) : bytes;
}

function createTrailingBytesError(): Error {
  return new Error('The body goes on after the end of its compressed data.');
}
