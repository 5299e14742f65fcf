import type { Readable } from 'node:stream';
import { brokenOff } from './broken-off.ts';

/**
 * All bytes of a stream; undefined as soon as there are more than `maxBytes`, the rest unread and the stream
 * open. Rejects when it breaks off.
 */
export function readBytes(stream: Readable, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      stream.off('data', take).off('end', finish).off('close', breakOff).off('error', breakOff);
    };
    const finish = (): void => {
      end();
      resolve(Buffer.concat(chunks));
    };
    const breakOff = (): void => {
      end();
      reject(brokenOff());
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBytes) return;
      end();
      stream.pause();
      resolve(undefined);
    };
    stream.on('data', take).on('end', finish).on('close', breakOff).on('error', breakOff);
  });
}
