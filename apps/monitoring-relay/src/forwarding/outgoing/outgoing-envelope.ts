import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { reportLimits } from '#shared';
import type { ForwardBody } from '../../spool/ports/forward-queue.ts';
import type { OutgoingReport } from '../upstream/upstream-client.ts';
import { replaceDsn } from './replace-dsn.ts';

export interface OutgoingEnvelope extends Pick<OutgoingReport, 'body' | 'isCompressed'> {
  readonly fault?: BodyFault | undefined;
}

/** The stored body cannot be read. The upstream is not at fault. */
export class BodyFault extends Error {}

type BodyInFile = Extract<ForwardBody, { readonly file: string }>;

/** Smaller bodies are not compressed, because that would cost more than it saves. */
const COMPRESSED_FROM_BYTES = 16 * 1024;
const LINE_FEED = 0x0a;
const FAST = { level: constants.Z_BEST_SPEED };
const compress = promisify<Buffer, { level: number }, Buffer>(gzip);

type Rewrite = (header: Buffer) => Buffer;

/** Rejects with a `BodyFault` when the body's file cannot be read. */
export function openEnvelope(
  body: ForwardBody,
  dsn: string,
  waitedMs?: number,
): Promise<OutgoingEnvelope> {
  const rewrite: Rewrite = (header) => replaceDsn(header, dsn, waitedMs);
  return 'file' in body ? openFile(body, rewrite) : openBytes(body.bytes, rewrite);
}

async function openBytes(bytes: Buffer, rewrite: Rewrite): Promise<OutgoingEnvelope> {
  const end = findHeaderEnd(bytes);
  const whole = Buffer.concat([rewrite(bytes.subarray(0, end)), bytes.subarray(end)]);
  if (whole.length < COMPRESSED_FROM_BYTES) return { body: whole, isCompressed: false };
  return { body: await compress(whole, FAST), isCompressed: true };
}

async function openFile(
  { file, fileBytes }: BodyInFile,
  rewrite: Rewrite,
): Promise<OutgoingEnvelope> {
  const header = await readHeader(file).catch(toFault);
  let fault: BodyFault | undefined;
  const pieces = join({ file, fileBytes }, header, rewrite);
  const whole = Readable.from(pieces, { objectMode: false }).once('error', (error) => {
    if (error instanceof BodyFault) fault = error;
  });
  return {
    body: pipeline(whole, createGzip(FAST), () => undefined),
    isCompressed: true,
    get fault() {
      return fault;
    },
  };
}

/**
 * Opens the file only when the bytes after the header are read, so that an envelope that is never
 * sent leaves no file open.
 */
async function* join(
  { file, fileBytes }: BodyInFile,
  header: Buffer,
  rewrite: Rewrite,
): AsyncGenerator<Buffer> {
  yield rewrite(header);
  let readBytes = header.length;
  try {
    for await (const piece of createReadStream(file, { start: header.length })) {
      readBytes += (piece as Buffer).length;
      yield piece as Buffer;
    }
  } catch (error) {
    toFault(error);
  }
  // Without this check, a truncated file would be sent as a complete one.
  if (readBytes !== fileBytes) throw new BodyFault('its file was cut');
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

function toFault(cause: unknown): never {
  throw new BodyFault(String((cause as NodeJS.ErrnoException).code), { cause });
}

function findHeaderEnd(bytes: Buffer): number {
  const newline = bytes.indexOf(LINE_FEED);
  return newline === -1 ? bytes.length : newline + 1;
}
