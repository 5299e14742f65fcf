import { pageDataHeaders } from '#page-protocol';
import type { Expiry } from '../cache/expiry.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { PageReader } from './page-reader.ts';

export interface PageLoaderOptions {
  readonly fetch: typeof fetch;
  readonly basePath: string;
  readonly cache: PageCache;
  readonly expiry: Pick<Expiry, 'isExpired'>;
  readonly reader: PageReader;
  readonly prefetch: { readonly stop: () => void };
  /** Called before the browser loads a document in place of the page data. */
  readonly onReload: () => void;
  /** Called when a refresh in the background is answered with 401 or 409. */
  readonly renew: (answer: Response) => void;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /**
   * Set for a prefetch: the page's own address, or the name of a shape, which consists of layouts
   * alone. A prefetched page has no deferred data. `LoadPage` resolves after the end of a
   * prefetched answer.
   */
  readonly prefetch?: string;
  readonly isBackground?: boolean | undefined;
}

export type Loaded =
  /** `isStale` is true when data changed after the request. */
  | { readonly page: ShownPage; readonly isStale?: boolean }
  /** The page is at another origin, or at an address with a fragment. */
  | { readonly location: string };

/**
 * Loads the page at `url`, the path and query within the application. Deferred data settle as they
 * arrive, and stay pending when `signal` is aborted. `held` lists the segments that the server need
 * not send, outermost first. Resolves with undefined when no answer arrives, or when it has another
 * format or build. Never rejects.
 */
export type LoadPage = (
  url: string,
  held: readonly string[],
  options: LoadOptions,
) => Promise<Loaded | undefined>;

export function createPageLoader({
  fetch,
  basePath,
  cache,
  expiry,
  reader,
  prefetch: prefetcher,
  onReload,
  renew,
}: PageLoaderOptions): LoadPage {
  const loadPage: LoadPage = async (url, held, options) => {
    const { signal, prefetch, isBackground } = options;
    const epoch = cache.epoch();
    const isShape = prefetch && prefetch !== url;
    try {
      const answer = await fetch(basePath + url, {
        headers: {
          ...reader.ask(held),
          ...(isBackground && { [pageDataHeaders.refresh]: '1' }),
          ...(prefetch && { [pageDataHeaders.prefetch]: isShape ? 'route' : 'page' }),
        },
        priority: prefetch ? 'low' : 'auto',
        cache: 'no-store',
        mode: 'same-origin',
        signal,
      });
      if ([401, 409].includes(answer.status)) {
        prefetcher.stop();
        onReload();
        if (isBackground) renew(answer);
      }
      const arriving = await reader.read(answer);
      if (!arriving) {
        reader.drop(answer);
        return undefined;
      }
      const { data, lines } = arriving;
      const { location, segments } = data;
      // A failed refresh leaves the shown page in place.
      if (location || (isBackground && data.status >= 500)) {
        void lines.return();
        return location ? { location } : undefined;
      }
      const kept = isShape ? { ...data, url: prefetch, segments: segments.slice(0, -1) } : data;
      const page = await reader.keep(
        { data: kept, lines },
        { askedIn: epoch, isPrefetch: !!prefetch, signal },
      );
      const route = !isShape && prefetch && page && cache.routes.find(page.url);
      // Stores the redirect too, so that a prefetched redirect costs the visitor no request.
      if (route && page.url !== url) cache.routes.set(url, route, url.length);
      if (page) return { page, isStale: expiry.isExpired(page) };
      void lines.return();
    } catch {
      return undefined;
    }
    // A segment that the answer leaves out was evicted in the meantime, so all segments are
    // requested once more.
    return held.length > 0 ? loadPage(url, [], options) : undefined;
  };
  return loadPage;
}
