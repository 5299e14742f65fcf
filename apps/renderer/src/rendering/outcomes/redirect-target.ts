import { ErrataError } from '#shared';

export interface RedirectOrigin {
  readonly origins: readonly string[];
  readonly basePath: string;
  readonly url: string;
  readonly mayReturn?: boolean;
}

export interface RedirectTarget {
  /** A path that includes the base path, or an absolute URL of another origin. */
  readonly location: string;
  /**
   * True when a `fetch` in the browser can follow the redirect: the target has the same origin and
   * no fragment.
   */
  readonly isFollowed: boolean;
}

const ROOT = 'http://root.invalid';

/**
 * Returns whether a browser reads the text as a path of the same origin. `//host`, `/\\host` and a
 * tab between two slashes name another host (URL Standard, "special relative or authority").
 *
 * ```ts
 * const next = isOwnPath(query.to) ? (query.to as Address) : to('/');
 * ```
 */
export function isOwnPath(text: string): boolean {
  const url = /^\/(?![\t\n\r]*[/\\])/.test(text) ? URL.parse(text, ROOT) : null;
  return url !== null && !url.pathname.startsWith('//');
}

/**
 * Resolves the target of a redirect. `address` is a path from the application's root, a query or
 * fragment of the same page, or an absolute http(s) URL. Throws for anything else. Also throws when
 * a request is redirected to its own address, unless `mayReturn` is true.
 */
export function toRedirectTarget(
  address: string,
  { origins, basePath, url, mayReturn }: RedirectOrigin,
): RedirectTarget {
  const [origin = 'http://localhost'] = origins;
  const isPath = isOwnPath(address);
  if (!isPath && !/^(?:https?:\/\/|[?#])/i.test(address)) {
    throw new TypeError(`A redirect leads to a path or to http(s)://, not to ${address}.`);
  }
  const target = new URL(isPath ? basePath + address : address, origin + basePath + url);
  if (!origins.includes(target.origin)) return { location: target.href, isFollowed: false };
  const path = target.pathname + target.search;
  const self = new URL(basePath + url, origin);
  if (!mayReturn && path === self.pathname + self.search)
    throw new ErrataError('page.redirect_loop', { detail: path });
  // Two slashes at the beginning would name a host.
  const location = path.startsWith('//') ? `/.${path}` : path;
  return { location: location + target.hash, isFollowed: target.hash === '' };
}
