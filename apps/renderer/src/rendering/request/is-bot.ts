import { isbot } from 'isbot';

/**
 * Whether a program reads instead of a person: a crawler, a preview, a monitor. It gets pages whole, with their real
 * status, and is told to prefetch nothing. A browser that a test drives without windows is none: it does what a person's does.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent?.replace(/headless/i, ''));
}
