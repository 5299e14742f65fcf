import { isbot } from 'isbot';
import type { JsonObject } from '../json/shape.ts';
import { findUserAgent, isFromBrowser } from './sent-facts.ts';

/**
 * Whether a crawler that runs scripts sent it. A server's error that a crawler met is an error all the same. A headless
 * browser is no crawler: tests and checks of one's own are run by it.
 */
export function isOfCrawler(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  return agent !== undefined && isbot(agent.replace(/headless/i, ''));
}
