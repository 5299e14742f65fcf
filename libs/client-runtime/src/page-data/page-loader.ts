import { pageDataHeaders } from '#shared';
import type { Expiry } from '../cache/expiry.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { PageReader } from './page-reader.ts';

export interface PageLoaderOptions {
  readonly fetch: typeof fetch;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly cache: PageCache;
  readonly expiry: Pick<Expiry, 'isExpired'>;
  readonly reader: PageReader;
  /** Told when the server answers that the visitor has to sign in (401), or is of another build (409). */
  readonly onRefused: () => void;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /**
   * Nobody waits for it: the page's own address, for all but its deferred data, which stays open; or a name,
   * for its layouts alone, which are kept by that name. Resolves when the answer has ended.
   */
  readonly prefetch?: string;
  /** Nobody waits for it: what is shown is loaded again. */
  readonly isBehind?: boolean | undefined;
}

/** What a request for page data came to. */
export type Loaded =
  /** `isStale`: it was asked for before something of it changed. */
  | { readonly page: ShownPage; readonly isStale?: boolean }
  /** The page is somewhere else: at another origin, or at an address with a fragment. */
  | { readonly location: string };

/**
 * The page at `url` (path and query within the application), whose deferred data settle as they arrive;
 * after `signal` is aborted they stay open: the page was left, not cut off. `held`: keys of segments that
 * need not be sent, outermost first. Undefined when there is no answer that can be read: another format,
 * another build, no connection. Never rejects.
 */
export type LoadPage = (
  url: string,
  held: readonly string[],
  options: LoadOptions,
) => Promise<Loaded | undefined>;

/** Asks the server for page data and keeps it. */
export function createPageLoader({
  fetch,
  basePath,
  cache,
  expiry,
  reader,
  onRefused,
}: PageLoaderOptions): LoadPage {
  const loadPage: LoadPage = async (url, held, options) => {
    const { signal, prefetch, isBehind } = options;
    const epoch = cache.epoch();
    const isShape = prefetch && prefetch !== url;
    try {
      const answer = await fetch(basePath + url, {
        headers: {
          ...reader.ask(held),
          ...(isBehind && { [pageDataHeaders.refresh]: '1' }),
          ...(prefetch && { [pageDataHeaders.prefetch]: isShape ? 'route' : 'page' }),
        },
        priority: prefetch ? 'low' : 'auto',
        cache: 'no-store',
        mode: 'same-origin',
        signal,
      });
      if (/40[19]/.test(String(answer.status))) onRefused();
      const arriving = await reader.read(answer);
      if (!arriving) {
        reader.drop(answer);
        return undefined;
      }
      const { data, lines } = arriving;
      const { location, segments } = data;
      if (location) {
        void lines.return();
        return { location };
      }
      // What is shown is better than a page that says that it failed.
      if (isBehind && data.status >= 500) {
        void lines.return();
        return undefined;
      }
      // A shape is kept like a page that has nothing but layouts.
      const kept = isShape ? { ...data, url: prefetch, segments: segments.slice(0, -1) } : data;
      const page = await reader.keep(
        { data: kept, lines },
        { askedIn: epoch, isPrefetch: !!prefetch, signal },
      );
      const route = !isShape && prefetch && page && cache.routes.find(page.url);
      // A redirect costs the visitor nothing when it was made ahead.
      if (route && page.url !== url) cache.routes.set(url, route, url.length);
      if (page) return { page, isStale: expiry.isExpired(page) };
      void lines.return();
    } catch {
      return undefined;
    }
    // What it leaves out has been let go of meanwhile.
    return held.length > 0 ? loadPage(url, [], options) : undefined;
  };
  return loadPage;
}
