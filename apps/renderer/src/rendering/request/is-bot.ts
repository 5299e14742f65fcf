import { isbot } from 'isbot';

/**
 * Whether a program reads instead of a person: a crawler, a link preview, a monitor. Bots get pages
 * that are not streamed, with their final status, and do not prefetch. A headless browser in a test
 * counts as a person.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent?.replace(/headless/i, ''));
}
