import { toPrintableLine } from '#shared';

const MAX_LENGTH = 500;

/**
 * Returns an error's message as one printable line. The line is stored with the report that caused
 * the error.
 */
export function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return toPrintableLine(message.length > MAX_LENGTH ? cut(message) : message);
}

/**
 * Cuts between words. A cut inside a URL could separate a password from the `@` by which masking
 * recognises the password.
 */
function cut(message: string): string {
  return message.slice(0, MAX_LENGTH).replace(/\s\S*$/, ' …');
}
