import type { ServerResponse } from 'node:http';

/** Returns `2xx` to `5xx`, or `aborted` when the client left before the answer. */
export function toStatusClass({
  headersSent,
  statusCode,
}: Pick<ServerResponse, 'headersSent' | 'statusCode'>): string {
  return headersSent ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
}
