import { isbot } from 'isbot';
import type { JsonObject } from '../json/shape.ts';
import { findUserAgent, isFromBrowser } from './sent-facts.ts';

/**
 * True when a crawler that runs JavaScript sent the event. False for events from servers, even when
 * a crawler's request caused the error. Headless browsers do not count as crawlers, because people
 * run their own tests in them.
 */
export function isOfCrawler(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  return agent !== undefined && isbot(agent.replace(/headless/i, ''));
}
