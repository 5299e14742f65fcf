import { isbot } from 'isbot';

/**
 * True for crawlers, link previews and monitors. Bots get pages that are not streamed, so that the
 * status is final, and do not prefetch. Headless browsers count as people, because tests use them.
 */
export function isBot(userAgent: string | undefined): boolean {
  return isbot(userAgent?.replace(/headless/i, ''));
}
