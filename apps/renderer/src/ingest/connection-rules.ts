import { type ConnectionRules, plainRules } from '#http';
import { isIngestArea, isIngestPath } from '#shared';
import { toUrlWithin } from '../rendering/index.ts';
import { toRefusal } from './relay-refusal.ts';

/** Who reports is refused in the relay's form, and who cannot be told apart as well; anybody else by a line of text. */
export function createConnectionRules(basePath: string): ConnectionRules {
  const toPath = (url = '') => toUrlWithin(basePath, url).replace(/[?#].*$/s, '');
  return {
    refuse: (code, url) =>
      url === undefined || isIngestArea(toPath(url))
        ? toRefusal(code)
        : plainRules.refuse(code, url),
    // The relay does.
    watches: ({ method, url }) => method === 'POST' && isIngestPath(toPath(url)),
  };
}
