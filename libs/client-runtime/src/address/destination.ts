import { withoutFragment } from './departure.ts';

/** Where an address leads, seen from the page that is shown. */
export interface Destination {
  /** For the browser. */
  readonly href: string;
  /** Absent outside the application, and for a fragment of the page that is shown: the browser's affair. */
  readonly page?: PageDestination;
}

export interface PageDestination {
  /** Path and query within the application's base path. */
  readonly url: string;
  /** With the `#`; empty without one. */
  readonly hash: string;
  /** Path and query are those that the address bar shows. */
  readonly isSame: boolean;
}

/** An address within the application (`/issues`) as one for the browser (`/base/issues`); any other as it is. */
export function toHref(address: string, basePath: string): string {
  return address.startsWith('/') ? basePath + address : address;
}

/** Of an address within the application: without its query. */
export function toPath(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** Whether an address would run a script, however it is written, or is none. */
export function isRefused(href: string): boolean {
  // By far the most, without the cost of parsing.
  return !/^[/?#]/.test(href) && !toUrl(href, 'http://x');
}

/** Undefined for no address, and for one that would run a script. `current`: what the address bar shows, whole. */
export function toDestination(
  address: string,
  current: string,
  basePath: string,
): Destination | undefined {
  const to = toUrl(address, current);
  if (!to) return undefined;
  const { href, hash, pathname, search, origin } = to;
  const path = pathname.slice(basePath.length);
  const isInside = pathname.startsWith(basePath) && /^(?:\/|$)/.test(path);
  const isSame = withoutFragment(href) === withoutFragment(current);
  const isOurs = isInside && origin === new URL(current).origin;
  if (!isOurs || (isSame && href.includes('#'))) return { href };
  return { href, page: { url: (path || '/') + search, hash, isSame } };
}

function toUrl(address: string, base: string): URL | undefined {
  const url = URL.canParse(address, base) && new URL(address, base);
  return url && !/^(?:javascript|vbscript|data):/.test(url.href) ? url : undefined;
}
