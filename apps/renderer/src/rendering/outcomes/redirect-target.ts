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

/**
 * Resolves the target of a redirect. `address` is a path from the application's root or an absolute
 * URL. Throws when the target is not http or https. Also throws when a request is redirected to its
 * own address, unless `mayReturn` is true.
 */
export function toRedirectTarget(
  address: string,
  { origins, basePath, url, mayReturn }: RedirectOrigin,
): RedirectTarget {
  const [origin = 'http://localhost'] = origins;
  const isPath = address.startsWith('/') && !/^\/[/\\]/.test(address);
  const target = new URL(isPath ? basePath + address : address, origin + basePath + url);
  if (!/^https?:$/.test(target.protocol)) {
    throw new TypeError(`A redirect leads to http or https, not to ${target.protocol}.`);
  }
  if (!origins.includes(target.origin)) return { location: target.href, isFollowed: false };
  const path = target.pathname + target.search;
  const self = new URL(basePath + url, origin);
  if (!mayReturn && path === self.pathname + self.search)
    throw new ErrataError('page.redirect_loop', { detail: path });
  // Two slashes at the beginning would name a host.
  const location = path.startsWith('//') ? `/.${path}` : path;
  return { location: location + target.hash, isFollowed: target.hash === '' };
}
