import type { ServerResponse } from 'node:http';

/** `2xx` to `5xx`, or `aborted` when whoever asked left before there was an answer. */
export function toStatusClass({
  headersSent,
  statusCode,
}: Pick<ServerResponse, 'headersSent' | 'statusCode'>): string {
  return headersSent ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
}
