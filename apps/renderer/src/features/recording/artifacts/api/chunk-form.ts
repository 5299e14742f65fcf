import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Busboy } from '@fastify/busboy';
import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { Request } from 'express';
import { isChecksum } from '#product/recording/artifacts/rules';
import { artifactLimits, findOwn } from '#shared';

export interface ReceivedChunk {
  readonly checksum: string;
  /** Decompressed bytes. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

const FIELDS: Readonly<Record<string, (stream: Readable) => AsyncIterable<Uint8Array>>> = {
  file: (stream) => stream,
  file_gzip: unpack,
};

/**
 * Reads an upload form in which each file is a chunk, named by its SHA-1. Passes the chunks to
 * `take` one after the other, while they arrive. Rejects with an HTTP exception when the form is
 * broken or contains anything else.
 */
export function readChunks(
  request: Request,
  take: (chunk: ReceivedChunk) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request);
    let queue: Promise<void> = Promise.resolve();
    const streams: Readable[] = [];
    const fail = (error: Error): void => {
      request.unpipe(parser);
      // Ends the streams that are still open. Otherwise their readers would wait for ever, and
      // half-written chunks would remain.
      for (const stream of streams) stream.destroy(error);
      reject(error);
    };
    parser
      .on('file', (field: string, stream: Readable, name: string | undefined) => {
        streams.push(stream);
        // A form that ends inside a file causes this error. The whole upload fails.
        stream.on('error', fail);
        const read = findOwn(FIELDS, field);
        const checksum = name?.toLowerCase() ?? '';
        if (!read || !isChecksum(checksum)) {
          fail(
            new BadRequestException(
              'A chunk is a file of the field file_gzip or file, named by its SHA-1.',
            ),
          );
          return;
        }
        queue = queue.then(() => take({ checksum, pieces: read(stream) }));
        queue.catch(fail);
      })
      .on('filesLimit', () => fail(new PayloadTooLargeException(TOO_MANY)))
      .on('finish', () => void queue.then(resolve, fail))
      .on('error', () => fail(new BadRequestException('The form with the chunks is broken.')));
    request.on('aborted', () => fail(new BadRequestException('The upload broke off.')));
    request.pipe(parser);
  });
}

const TOO_MANY = `A request has at most ${artifactLimits.chunksPerRequest} chunks.`;

function createParser({ headers }: Request): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: artifactLimits.chunksPerRequest, fields: 10, parts: 100 },
    });
  } catch {
    throw new BadRequestException('Chunks are sent as multipart/form-data.');
  }
}

/** Does not limit the decompressed size; `take` does. */
async function* unpack(stream: Readable): AsyncGenerator<Uint8Array> {
  if (stream.errored) throw stream.errored;
  const unzip = createGunzip();
  stream.on('error', (error) => unzip.destroy(error));
  stream.pipe(unzip);
  try {
    for await (const piece of unzip) yield piece as Buffer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new BadRequestException('A chunk of the field file_gzip is not valid gzip.');
  }
}
