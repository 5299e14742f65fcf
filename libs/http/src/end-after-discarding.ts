import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportLimits } from '#shared';

/**
 * Ends an answer that was written before its request was completely read, so that the sender can
 * read the answer. The rest of the request is discarded, for at most 256 kB or 2 s. Closing at once
 * would reset the connection and could destroy the answer on its way. The answer must have the
 * headers `Connection: close` and `Content-Length`.
 */
export function endAfterDiscarding(request: IncomingMessage, response: ServerResponse): void {
  let leftBytes = reportLimits.refusalDiscardBytes;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, reportLimits.refusalDiscardMs).unref();
  request
    .on('data', (chunk: Buffer) => {
      leftBytes -= chunk.length;
      // The connection stays open: back-pressure stops the sender while it reads the answer.
      if (leftBytes <= 0) request.pause();
    })
    .once('end', end)
    .once('close', end)
    .on('error', end)
    .resume();
}
