import { toDestination } from '../address/destination.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

/** As browsers have it. */
const MOST_REDIRECTS = 20;

/** What becomes of a visit that the server has sent elsewhere. */
export interface Redirected {
  /** Goes on there. */
  readonly visit?: Visit;
  /** Without a visit: what only the browser can show. Absent when it has been sent on too often. */
  readonly href?: string | undefined;
}

/** `location`: seen from `current`, the address that was visited. */
export type Redirect = (visit: Visit, location: string, current: string) => Redirected;

export function createRedirect({ basePath }: { readonly basePath: string }): Redirect {
  return (visit, location, current) => {
    const to = toDestination(location, current, basePath);
    if (!to?.page) return { href: to?.href };
    const redirects = (visit.redirects ?? 0) + 1;
    if (redirects > MOST_REDIRECTS) return {};
    const { url, hash } = to.page;
    const entry = visit.entry === 'push' ? 'push' : 'replace';
    const next = { ...visit, url, hash: hash || visit.hash, entry, redirects } as const;
    return { visit: createVisit(next) };
  };
}
