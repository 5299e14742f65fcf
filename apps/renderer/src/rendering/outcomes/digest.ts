import { createHash } from 'node:crypto';

/**
 * Returns a short number that names an error on the page, in the log and in the monitoring report.
 * Errors with the same message and stack have the same number. Never throws.
 *
 * ```ts
 * const digest = toDigest(error);
 * logger.error(`Uncaught, digest ${digest}: ${describeError(error)}`);
 * monitoring.report(error, { digest });
 * ```
 */
export function toDigest(error: unknown): string {
  return createHash('sha256').update(describeError(error)).digest().readUInt32BE(0).toString();
}

/**
 * Returns a thrown value as text, with its stack and causes. Never throws, even when the value's
 * own methods do.
 *
 * ```ts
 * try {
 *   await job.run();
 * } catch (error) {
 *   logger.error(`The job failed: ${describeError(error)}`);
 * }
 * ```
 */
export function describeError(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    const own = `${error.message}\n${error.stack ?? ''}`;
    return error.cause === undefined ? own : `${own}\nCaused by: ${describeError(error.cause)}`;
  } catch {
    return 'A value that cannot be described.';
  }
}
