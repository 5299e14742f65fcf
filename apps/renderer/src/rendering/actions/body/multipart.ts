import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { ActionRefusal } from '../action-refusal.ts';
import type { ActionBody, BodyLimits } from './form-body.ts';
import { brokenOff } from './broken-off.ts';
import { FieldList } from './fields.ts';
import { Uploads } from './uploads.ts';

/** Each is a file that is open while it arrives. */
const MOST_FILES = 20;

interface MultipartLimits extends BodyLimits {
  /** What is said of more than `maxBytes`. */
  readonly tooLarge: string;
}

/** Reads a multipart form; its files go to disk as they come. Rejects with an `ActionRefusal`, and keeps no file then. */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
): Promise<ActionBody> {
  const hash = createHash('sha256');
  const list = new FieldList();
  const uploads = new Uploads(limits.folder);
  try {
    await parse(request, limits, { list, uploads, hear: (chunk) => hash.update(chunk) });
    for (const [name, file] of await uploads.finish()) add(list, name, file, limits);
    const dispose = (): Promise<void> => uploads.discard();
    return { fields: list.toFields(), hash: hash.digest('hex'), dispose };
  } catch (error) {
    await uploads.discard();
    throw error;
  }
}

interface Parts {
  readonly list: FieldList;
  readonly uploads: Uploads;
  /** Told of the body's bytes. */
  readonly hear: (chunk: Buffer) => void;
}

/** Rejects with the first thing that is wrong; the rest of the request stays unread. */
function parse(request: Request, limits: MultipartLimits, parts: Parts): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request, limits.maxBytes);
    if (!parser) {
      reject(malformed());
      return;
    }
    let bytes = 0;
    let isStopped = false;
    let left = 2;
    // The form may be over before what is sent is.
    const finish = (): void => {
      left -= 1;
      if (left === 0) resolve();
    };
    const end = (): void => {
      parser.end();
      finish();
    };
    const leave = (): void => {
      if (!request.readableEnded) stop(brokenOff());
    };
    const stop = (error: unknown): void => {
      if (isStopped) return;
      isStopped = true;
      request.off('data', take).off('end', end).off('close', leave).off('error', leave).pause();
      // Nobody else hears of it; what is refused is told to the sender later, by whoever answers.
      request.on('error', () => undefined);
      reject(error);
    };
    const attempt = (step: () => void): void => {
      try {
        if (!isStopped) step();
      } catch (error) {
        stop(error);
      }
    };
    const take = (chunk: Buffer): void =>
      attempt(() => {
        bytes += chunk.length;
        if (bytes > limits.maxBytes) throw new ActionRefusal(413, limits.tooLarge);
        parts.hear(chunk);
        // Files are slower to write than to send.
        if (parser.write(chunk)) return;
        request.pause();
        parser.once('drain', () => {
          if (!isStopped) request.resume();
        });
      });
    const tooMany = (): void => stop(new ActionRefusal(413, limits.tooLarge));
    listen(parser, { limits, parts, attempt, stop });
    parser
      .on('filesLimit', tooMany)
      .on('fieldsLimit', tooMany)
      .on('partsLimit', tooMany)
      .on('error', () => stop(malformed()))
      .on('finish', finish);
    request.on('data', take).once('end', end).once('close', leave).once('error', leave);
  });
}

interface Hearing {
  readonly limits: MultipartLimits;
  readonly parts: Parts;
  /** What it throws ends the reading. */
  readonly attempt: (step: () => void) => void;
  readonly stop: (error: unknown) => void;
}

function listen(
  parser: BusboyInstance,
  { limits, parts: { list, uploads }, attempt, stop }: Hearing,
): void {
  parser
    .on('field', (name: string | undefined, value, isNameCut, isValueCut) =>
      attempt(() => {
        if (isNameCut || isValueCut) throw new ActionRefusal(413, limits.tooLarge);
        add(list, toName(name), value, limits);
      }),
    )
    .on('file', (name: string | undefined, stream: Readable, fileName, _encoding, type) => {
      // Where the body ends inside it; without anybody who hears that, it would end the process.
      stream.on('error', () => undefined);
      attempt(() => {
        // An input for files that was left empty.
        if (!fileName) {
          stream.resume();
          return;
        }
        if (!limits.files) throw new ActionRefusal(415, 'This form takes no files.');
        uploads.add(toName(name), stream, { name: basename(fileName), type }).catch(stop);
      });
    });
}

/** A part may have none. */
function toName(name: string | undefined): string {
  if (name === undefined) throw malformed();
  return name;
}

function malformed(): ActionRefusal {
  return new ActionRefusal(400, 'This form cannot be read.');
}

function add(list: FieldList, name: string, value: unknown, { tooLarge }: MultipartLimits): void {
  if (!list.add(name, value)) throw new ActionRefusal(413, tooLarge);
}

/** Undefined when the header names no boundary. */
function createParser({ headers }: Request, fieldSize: number): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fieldSize, files: MOST_FILES, fields: 1000, parts: 1100, headerPairs: 20 },
    });
  } catch {
    return undefined;
  }
}
