import { type ConnectionRules, plainRules } from '#http';
import { isIngestArea, isIngestPath } from '#shared';
import { toUrlWithin } from '../rendering/index.ts';
import { toRefusal } from './relay-refusal.ts';

/**
 * Returns rules that refuse malformed HTTP requests. Ingest addresses and unknown addresses get the
 * same form of answer as from the relay; other addresses get a line of text.
 */
export function createConnectionRules(basePath: string): ConnectionRules {
  const toPath = (url = '') => toUrlWithin(basePath, url).replace(/[?#].*$/s, '');
  return {
    refuse: (code, url) =>
      url === undefined || isIngestArea(toPath(url))
        ? toRefusal(code)
        : plainRules.refuse(code, url),
    // The relay itself watches how slowly report bodies arrive.
    watches: ({ method, url }) => method === 'POST' && isIngestPath(toPath(url)),
  };
}
