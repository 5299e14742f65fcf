import { isbot } from 'isbot';

/**
 * Whether a program reads instead of a person: a crawler, a preview, a monitor. It gets pages whole, with their real
 * status, and is told to prefetch nothing.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent);
}
