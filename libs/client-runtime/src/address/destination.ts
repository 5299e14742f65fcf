import { withoutFragment } from './departure.ts';

export interface Destination {
  readonly href: string;
  /**
   * Absent for an address outside the application and for a fragment of the shown page. The browser
   * follows these addresses.
   */
  readonly page?: PageDestination;
}

export interface PageDestination {
  readonly url: string;
  /** Begins with `#`, or is empty. */
  readonly hash: string;
  readonly isSame: boolean;
}

/**
 * Turns an address within the application (`/issues`) into one for the browser (`/base/issues`).
 * Returns any other address unchanged.
 */
export function toHref(address: string, basePath: string): string {
  return address.startsWith('/') ? basePath + address : address;
}

export function toPath(url: string): string {
  return url.split('?', 1)[0] as string;
}

/**
 * Returns true for a text that is no address, and for an address that would run a script, such as
 * `JavaScript:…`.
 */
export function isRefused(href: string): boolean {
  // Most addresses begin with one of these characters and need no parsing.
  return !/^[/?#]/.test(href) && !toUrl(href, 'http://x');
}

/**
 * Resolves an address against `current`, the whole address in the address bar. Returns undefined
 * for a text that is no address, and for an address that would run a script.
 */
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
  const isOurs = isInside && current.startsWith(`${origin}/`);
  if (!isOurs || (isSame && href.includes('#'))) return { href };
  return { href, page: { url: (path || '/') + search, hash, isSame } };
}

function toUrl(address: string, base: string): URL | undefined {
  try {
    const url = new URL(address, base);
    if (!/^(?:javascript|vbscript|data):/.test(url.href)) return url;
  } catch {}
  return undefined;
}
