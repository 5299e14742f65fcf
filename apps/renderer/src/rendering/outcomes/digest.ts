import { createHash } from 'node:crypto';

/**
 * A short number that names an error: the same on the page, in the log and in the monitoring report.
 * A hash of message and stack, so equal errors share it. Never throws.
 */
export function toDigest(error: unknown): string {
  return createHash('sha256').update(describeError(error)).digest().readUInt32BE(0).toString();
}

/** Whatever was thrown as text, its stack and causes included. Never throws: thrown values may be hostile. */
export function describeError(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    const own = `${error.message}\n${error.stack ?? ''}`;
    return error.cause === undefined ? own : `${own}\nCaused by: ${describeError(error.cause)}`;
  } catch {
    return 'A value that cannot be described.';
  }
}
