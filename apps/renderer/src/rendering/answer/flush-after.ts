import type { Readable } from 'node:stream';
import type { Response } from 'express';

/**
 * Sends each piece at once. Without this, the compression middleware would buffer pieces until it
 * has collected more.
 */
export function flushAfter(response: Response, body: Readable): Readable {
  body.on('data', () => {
    setImmediate(() => (response as { flush?: () => void }).flush?.());
  });
  return body.pause();
}
