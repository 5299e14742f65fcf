import { toDestination } from '../address/destination.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

/** Browsers have the same limit. */
const MAX_REDIRECTS = 20;

export interface Redirected {
  readonly visit?: Visit;
  /**
   * Address for a full navigation, which takes the place of the visit. Absent after too many
   * redirects.
   */
  readonly href?: string | undefined;
}

/**
 * Continues a visit that the server has redirected. `location` is relative to `current`, the
 * visited address.
 */
export type Redirect = (visit: Visit, location: string, current: string) => Redirected;

export function createRedirect({ basePath }: { readonly basePath: string }): Redirect {
  return (visit, location, current) => {
    const to = toDestination(location, current, basePath);
    if (!to?.page) return { href: to?.href };
    const redirects = (visit.redirects ?? 0) + 1;
    if (redirects > MAX_REDIRECTS) return {};
    const { url, hash } = to.page;
    const entry = visit.entry === 'push' ? 'push' : 'replace';
    const next = { ...visit, url, hash: hash || visit.hash, entry, redirects } as const;
    return { visit: createVisit(next) };
  };
}
