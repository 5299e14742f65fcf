import { type ConnectionRules, plainRules } from '#http';
import { isIngestArea, isIngestPath } from '#shared';
import { toUrlWithin } from '../rendering/index.ts';
import { toRefusal } from './relay-refusal.ts';

/**
 * Returns rules for the answers to malformed HTTP requests: the relay's JSON refusal for paths of
 * reports and for requests without a readable path, and a line of text for other paths.
 */
export function createConnectionRules(basePath: string): ConnectionRules {
  const toPath = (url = '') => toUrlWithin(basePath, url).replace(/[?#].*$/s, '');
  return {
    refuse: (code, url) =>
      url === undefined || isIngestArea(toPath(url))
        ? toRefusal(code)
        : plainRules.refuse(code, url),
    // No timeout applies to the body of a report, because the relay itself limits how slowly the
    // body may arrive.
    watches: ({ method, url }) => method === 'POST' && isIngestPath(toPath(url)),
  };
}
