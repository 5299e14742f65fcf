import { type ConnectionRules, plainRules } from '#http';
import { isIngestArea, isIngestPath } from '#shared';
import { toUrlWithin } from '../rendering/index.ts';
import { toRefusal } from './relay-refusal.ts';

/**
 * Returns rules for answering malformed HTTP requests. Paths of reports, and requests without a
 * readable path, get the relay's JSON refusal. Other paths get a line of text.
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
