import { toPrintableLine } from '#shared';

const MAX_LENGTH = 500;

/** What is remembered of an error with the report that caused it: one line, fit for any terminal. */
export function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return toPrintableLine(message.length > MAX_LENGTH ? cut(message) : message);
}

/** Between words: half a password would be written by a log that knows it by the `@` behind it. */
function cut(message: string): string {
  return message.slice(0, MAX_LENGTH).replace(/\s\S*$/, ' …');
}
