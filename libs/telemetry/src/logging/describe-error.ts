import { toPrintable } from '#shared';

/**
 * Returns an error with its stack and causes as one text. The text is made printable, because error
 * messages may quote untrusted input.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return toPrintable(String(error));
  const own = toPrintable(error.stack ?? `${error.name}: ${error.message}`);
  return error.cause === undefined ? own : `${own}\ncaused by ${describeError(error.cause)}`;
}
