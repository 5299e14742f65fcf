import { runtimeLimits } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import type { PageCache } from '../cache/page-cache.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { CurrentPage } from '../navigation/current-page.ts';
import type { ListHeld } from '../navigation/list-held.ts';
import type { LoadPage } from '../page-data/page-loader.ts';
import { createFlights } from './flights.ts';
import { isPrefetchAllowed } from './prefetch-allowed.ts';
import type { Prefetch } from './prefetch.ts';
import type { PrefetchRequest } from './prefetch-request.ts';

export interface PrefetcherParts {
  readonly window: Window;
  readonly cache: PageCache;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly loadPage: LoadPage;
  readonly scheduler: Scheduler;
  readonly where: Pick<CurrentPage, 'page'>;
  readonly listHeld: ListHeld;
  /**
   * Called, perhaps repeatedly, while the page that the visitor is about to open is in the cache.
   */
  readonly prepare: (url: string) => void;
}

/**
 * Loads pages that the visitor may open next. Their layouts come first, in one request for all
 * pages that share them, and then the data of each page.
 */
export interface Prefetcher extends Omit<Prefetch, 'watch'> {
  /** Requests for pages, the newest last. Call `consider` after changing them. */
  readonly requests: Set<PrefetchRequest>;
  hovered?: PrefetchRequest | undefined;
  readonly consider: () => void;
}

/** Requires the route table, because `code.prepare` must know the shape of every address. */
export function createPrefetcher(parts: PrefetcherParts): Prefetcher {
  const { window, cache, code, scheduler, where, prepare } = parts;
  const requests = new Set<PrefetchRequest>();
  const blocks = new Set<unknown>();
  const flights = createFlights({
    ...parts,
    onFailed(url) {
      // A link is tried again while it is in view, a request by `router.prefetch` is not.
      for (const each of requests) if (each.onInvalid && each.url === url) requests.delete(each);
    },
    onChange: () => consider(),
  });
  /** Shape of the page that was shown when `consider` ran last. Empty for an error page. */
  let lastShape = '';

  /** Returns the key of the network request that the page still needs, or undefined. */
  const findMissing = (request: PrefetchRequest, shownShape: string): string | undefined => {
    const { url, kind } = request;
    const isHovered = request === prefetcher.hovered;
    if (!isHovered && kind === 'hover') return undefined;
    const shape = (request.shape ??= code.prepare(url).shape);
    if (!shape || url === where.page.url || cache.find(url)) return undefined;
    // A click takes over the request for its page, and would ask once more after one for its shape.
    if (isHovered && kind !== 'auto') return url;
    const areLayoutsHeld = shape === shownShape || cache.find(shape) || flights.isAnswered(shape);
    if (!areLayoutsHeld) return shape;
    return kind === 'full' ? url : undefined;
  };

  const unblock = (reason: unknown): void => {
    blocks.delete(reason);
    consider();
  };

  const noteHeld = (request: PrefetchRequest): void => {
    if (!request.onInvalid || request.isHeld) return;
    request.isHeld = true;
    scheduler.runAfter(runtimeLimits.prefetchReusableMs, () => {
      requests.delete(request);
      tellInvalid(request);
    });
  };

  /** Returns the shape of the shown page, and notes that the cache has the layouts before it. */
  const noteShown = (): string => {
    const { url, status } = where.page;
    const { shape } = code.prepare(url);
    if (lastShape && lastShape !== shape) flights.noteAnswered(lastShape);
    lastShape = status < 400 ? shape : '';
    return shape;
  };

  const consider = (): void => {
    if (blocks.size || !isPrefetchAllowed(window)) return;
    const shownShape = noteShown();
    const waiting = new Map<string, string>();
    for (const request of [...requests].toReversed()) {
      const { url } = request;
      const isHovered = request === prefetcher.hovered;
      const missing = findMissing(request, shownShape);
      if (isHovered && cache.find(url)) prepare(url);
      if (missing) {
        if (request.isHeld) tellInvalid(request);
        // The hovered link takes a slot even when none is free.
        if (isHovered) flights.launch(missing, url);
        else if (!waiting.has(missing)) waiting.set(missing, url);
      } else noteHeld(request);
    }
    flights.launchWaiting(waiting);
  };

  for (const type of ['visibilitychange', 'online']) window.addEventListener(type, consider);

  const prefetcher: Prefetcher = {
    requests,
    consider,
    request(request) {
      requests.add(request);
      consider();
    },
    stop() {
      blocks.add('refusal');
      flights.abandon();
    },
    hold(url) {
      blocks.add('visit');
      flights.abandon(url);
      return flights.find(url);
    },
    resume: () => unblock('visit'),
    renew() {
      const block = {};
      blocks.add(block);
      flights.renew();
      scheduler.runAfter(runtimeLimits.prefetchAgainAfterInvalidationMs, () => unblock(block));
    },
  };
  return prefetcher;
}

/** Calls `onInvalid` at most once. */
function tellInvalid(request: PrefetchRequest): void {
  const { onInvalid } = request;
  request.onInvalid = undefined;
  onInvalid?.();
}
