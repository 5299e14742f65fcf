import { isbot } from 'isbot';

/**
 * Whether a program reads instead of a person: a crawler, a link preview, a monitor. Bots get whole
 * pages with their real status, and are told to prefetch nothing. A headless browser in a test
 * counts as a person.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent?.replace(/headless/i, ''));
}
