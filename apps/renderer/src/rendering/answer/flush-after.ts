import type { Readable } from 'node:stream';
import type { Response } from 'express';

/** Has each piece leave when it is there: compression would hold it back for more. */
export function flushAfter(response: Response, body: Readable): Readable {
  body.on('data', () => {
    // After the pipe has written it.
    setImmediate(() => (response as { flush?: () => void }).flush?.());
  });
  return body.pause();
}
