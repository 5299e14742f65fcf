import { toPrintable } from '#shared';

/** An error with its stack and its causes, as one text for the log; messages may quote a sender's bytes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return toPrintable(String(error));
  const own = toPrintable(error.stack ?? `${error.name}: ${error.message}`);
  return error.cause === undefined ? own : `${own}\ncaused by ${describeError(error.cause)}`;
}
