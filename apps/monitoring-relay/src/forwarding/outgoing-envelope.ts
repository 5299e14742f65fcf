import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { reportLimits } from '#shared';
import type { OwedBody } from '../spool/forward-queue.ts';
import { replaceDsn } from './replace-dsn.ts';

/** An envelope as it is sent: bytes, or a stream of a file that is never whole in memory. */
export interface OutgoingEnvelope {
  readonly body: Buffer | Readable;
  readonly isCompressed: boolean;
}

/** Smaller ones cost more to compress than their bytes. */
const COMPRESSED_FROM_BYTES = 16 * 1024;
const LINE_FEED = 0x0a;
/** What is sent is mostly JSON: more effort saves little more. */
const FAST = { level: constants.Z_BEST_SPEED };
const compress = promisify<Buffer, { level: number }, Buffer>(gzip);

/** The same envelope with another DSN. Rejects with what the file system says where its body is in a file. */
export function openEnvelope(body: OwedBody, dsn: string): Promise<OutgoingEnvelope> {
  return 'file' in body ? openFile(body.file, dsn) : openBytes(body.bytes, dsn);
}

async function openBytes(bytes: Buffer, dsn: string): Promise<OutgoingEnvelope> {
  const end = findHeaderEnd(bytes);
  const whole = Buffer.concat([replaceDsn(bytes.subarray(0, end), dsn), bytes.subarray(end)]);
  if (whole.length < COMPRESSED_FROM_BYTES) return { body: whole, isCompressed: false };
  return { body: await compress(whole, FAST), isCompressed: true };
}

async function openFile(path: string, dsn: string): Promise<OutgoingEnvelope> {
  const header = await readHeader(path);
  const whole = Readable.from(join(path, header, dsn), { objectMode: false });
  // What either ends in is told to whoever reads the result.
  return { body: pipeline(whole, createGzip(FAST), () => undefined), isCompressed: true };
}

/** The rest is opened when it is read: of what is never sent nothing is left open. */
async function* join(path: string, header: Buffer, dsn: string): AsyncGenerator<Buffer> {
  yield replaceDsn(header, dsn);
  yield* createReadStream(path, { start: header.length }) as AsyncIterable<Buffer>;
}

async function readHeader(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(reportLimits.headerLineBytes + 2);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const read = start.subarray(0, bytesRead);
    return read.subarray(0, findHeaderEnd(read));
  } finally {
    await file.close();
  }
}

/** Behind its newline. */
function findHeaderEnd(bytes: Buffer): number {
  const newline = bytes.indexOf(LINE_FEED);
  return newline === -1 ? bytes.length : newline + 1;
}
