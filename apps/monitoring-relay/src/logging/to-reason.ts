import { toPrintableLine } from '#shared';

const MAX_LENGTH = 500;

/** What is remembered of an error with the report that caused it: one line, fit for any terminal. */
export function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return toPrintableLine(message.slice(0, MAX_LENGTH));
}
