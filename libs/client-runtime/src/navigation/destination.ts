/** Where an address leads, seen from the page that is shown. */
export type Destination =
  /** No address, or one that would run a script. */
  | { readonly kind: 'refused' }
  /** Another origin, another scheme, or outside the application: the browser's affair. */
  | { readonly kind: 'elsewhere'; readonly href: string }
  /** A place on the page that is shown: the browser's affair, too. */
  | { readonly kind: 'fragment'; readonly href: string }
  | PageDestination;

export interface PageDestination {
  readonly kind: 'page';
  /** Path and query within the application's base path. */
  readonly url: string;
  /** With the `#`; empty without one. */
  readonly hash: string;
  /** Of the browser: origin, base path and all. */
  readonly href: string;
  /** Path and query are those that the address bar shows. */
  readonly isSame: boolean;
}

const REFUSED: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'data:']);

/** Whether an address would run a script, however it is written. For addresses that visitors or data bring. */
export function isRefused(href: string, base = 'http://localhost'): boolean {
  // By far the most, without the cost of parsing.
  if (/^[/?#]/.test(href)) return false;
  return !URL.canParse(href, base) || REFUSED.has(new URL(href, base).protocol);
}

/** `current`: what the address bar shows, whole. */
export function toDestination(href: string, current: string, basePath: string): Destination {
  if (isRefused(href, current) || !URL.canParse(href, current)) return { kind: 'refused' };
  const [to, from] = [new URL(href, current), new URL(current)];
  const isInside = to.pathname === basePath || to.pathname.startsWith(`${basePath}/`);
  if (to.origin !== from.origin || !isInside) return { kind: 'elsewhere', href: to.href };
  const isSame = to.pathname + to.search === from.pathname + from.search;
  if (isSame && to.href.includes('#')) return { kind: 'fragment', href: to.href };
  const url = (to.pathname.slice(basePath.length) || '/') + to.search;
  return { kind: 'page', url, hash: to.hash, href: to.href, isSame };
}
