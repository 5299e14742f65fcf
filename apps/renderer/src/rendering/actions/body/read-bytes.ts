import type { Readable } from 'node:stream';

/**
 * Reads a stream to its end. Returns undefined as soon as more than `maxBytes` arrive; the stream
 * stays open, and its rest stays unread. Rejects when the stream breaks off.
 *
 * ```ts
 * const bytes = await readBytes(request, 1024 * 1024);
 * if (!bytes) throw new PayloadTooLargeException('The body is larger than 1 MiB.');
 * const body: unknown = JSON.parse(bytes.toString('utf8'));
 * ```
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
      reject(createAbortError());
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

/**
 * Returns the error for a request whose sender has left. `isDeparture` recognises the name
 * `AbortError`, so the error does not count as a fault.
 */
function createAbortError(): Error {
  return new DOMException('The request broke off.', 'AbortError');
}
