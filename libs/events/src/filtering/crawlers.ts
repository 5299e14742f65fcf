import { isbot } from 'isbot';
import type { JsonObject } from '../json/shape.ts';
import { findUserAgent, isFromBrowser } from './sent-facts.ts';

/**
 * True when a crawler that runs scripts sent the event. Errors on a server count even when a
 * crawler caused them. Headless browsers are not crawlers here, because people run their own tests
 * and checks in them.
 */
export function isOfCrawler(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  return agent !== undefined && isbot(agent.replace(/headless/i, ''));
}
