import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { ActionRefusal } from '../action-refusal.ts';
import type { ActionBody, BodyLimits } from './form-body.ts';
import { FieldList } from './fields.ts';
import { Uploads } from './uploads.ts';

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
  } catch (error) {
    await uploads.discard();
    throw error;
  }
  return { fields: list.toFields(), hash: hash.digest('hex'), dispose: () => uploads.discard() };
}

interface Parts {
  readonly list: FieldList;
  readonly uploads: Uploads;
  /** Told of the body's bytes. */
  readonly hear: (chunk: Buffer) => void;
}

/** Rejects with the first thing that is wrong; the rest of the request stays unread. */
function parse(
  request: Request,
  limits: MultipartLimits,
  { list, uploads, hear }: Parts,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request, limits.maxBytes);
    let bytes = 0;
    const stop = (error: unknown): void => {
      request.off('data', take).pause();
      reject(error);
    };
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        stop(error);
      }
    };
    const take = (chunk: Buffer): void =>
      attempt(() => {
        bytes += chunk.length;
        if (bytes > limits.maxBytes) throw new ActionRefusal(413, limits.tooLarge);
        hear(chunk);
        // Files are slower to write than to send.
        if (parser?.write(chunk)) return;
        request.pause();
        parser?.once('drain', () => request.resume());
      });
    if (!parser) {
      stop(malformed());
      return;
    }
    parser
      .on('field', (name, value, isNameCut, isValueCut) =>
        attempt(() => {
          if (isNameCut || isValueCut) throw new ActionRefusal(413, limits.tooLarge);
          add(list, name, value, limits);
        }),
      )
      .on('file', (name, stream: Readable, fileName, _encoding, type) =>
        attempt(() => {
          if (fileName && !limits.files) throw new ActionRefusal(415, 'This form takes no files.');
          // Without a name: an input for files that was left empty.
          if (fileName) uploads.add(name, stream, { name: basename(fileName), type });
          else stream.resume();
        }),
      )
      .on('error', () => stop(malformed()))
      .on('finish', resolve);
    request
      .on('data', take)
      .once('end', () => parser.end())
      .once('close', () => {
        if (!request.readableEnded) stop(malformed());
      });
  });
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
      limits: { fieldSize },
    });
  } catch {
    return undefined;
  }
}
