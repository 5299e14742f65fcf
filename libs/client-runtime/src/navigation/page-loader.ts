import { formatRouterState, pageDataHeaders, pageDataType } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { shareStructure } from '../deferred/share-structure.ts';
import { readLines } from './read-lines.ts';
import { readDeferredDatum, readPageData } from './read-page-data.ts';

export interface PageLoaderOptions {
  readonly fetch: typeof fetch;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  /** Of this code. */
  readonly build: string;
  readonly cache: PageCache;
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
}

/** What a request for page data came to. */
export type Loaded =
  /** `isStale`: it was asked for before something was invalidated. */
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

/** Asks the server for page data (DESIGN §3) and keeps it. */
export function createPageLoader({
  fetch,
  basePath,
  build,
  cache,
  onRefused,
}: PageLoaderOptions): LoadPage {
  const loadPage: LoadPage = async (url, held, { signal, prefetch }) => {
    const epoch = cache.epoch();
    const isShape = prefetch && prefetch !== url;
    try {
      const answer = await fetch(basePath + url, {
        headers: {
          [pageDataHeaders.routerState]: formatRouterState(build, held),
          ...(prefetch && { [pageDataHeaders.prefetch]: isShape ? 'route' : 'page' }),
        },
        priority: prefetch ? 'low' : 'auto',
        cache: 'no-store',
        mode: 'same-origin',
        signal,
      });
      if (/40[19]/.test(String(answer.status))) onRefused();
      if (!answer.headers.get('Content-Type')?.startsWith(pageDataType)) return undefined;
      const lines = readLines(answer);
      const answered = readPageData((await lines.next()).value as string);
      if (!answered) return undefined;
      const { location, segments } = answered;
      if (location) return { location };
      // A shape is kept like a page that has nothing but layouts.
      const data = isShape
        ? { ...answered, url: prefetch, segments: segments.slice(0, -1) }
        : answered;
      const deferred = createDeferredData(data.segments, [], shareStructure);
      const page = cache.take(data, deferred, epoch);
      if (page) {
        // Nothing more comes of what is prefetched than its end.
        if (prefetch) await lines.next();
        else void settle(lines, deferred, signal);
        return { page, isStale: epoch !== cache.epoch() };
      }
    } catch {
      return undefined;
    }
    // What it leaves out has been let go of meanwhile.
    return held.length > 0 ? loadPage(url, [], { signal, prefetch }) : undefined;
  };
  return loadPage;
}

async function settle(
  lines: AsyncIterable<string>,
  deferred: DeferredData,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const line of lines) {
      const datum = readDeferredDatum(line);
      if (datum) deferred.settle(datum, line.length);
    }
  } catch {
    // As an answer that ends too early.
  }
  if (!signal.aborted) deferred.close();
}
