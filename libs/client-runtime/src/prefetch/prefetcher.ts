import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { Navigator } from '../navigation/navigator.ts';
import type { LoadPage } from '../navigation/page-loader.ts';
import { isPrefetchAllowed } from './prefetch-allowed.ts';
import type { Prefetch } from './prefetch.ts';
import { listNext } from './prefetch-queue.ts';
import type { Wish } from './wish.ts';

export interface PrefetcherParts {
  readonly window: Window;
  readonly cache: PageCache;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly loadPage: LoadPage;
  readonly scheduler: Scheduler;
  readonly navigator: Pick<Navigator, 'shown' | 'listHeld'>;
  /** Told that the page is there which the visitor is about to go to; again as long as it is. */
  readonly prepare: (url: string) => void;
}

/** Loads what the visitor may go to next: the layouts around it, once for all pages that share them, then its data. */
export interface Prefetcher extends Omit<Prefetch, 'watch'> {
  /** What is wanted now, the newest last. Whoever changes it has it considered. */
  readonly wishes: Set<Wish>;
  /** What the visitor is about to click. */
  hovered?: Wish | undefined;
  /** Starts what may start now. */
  readonly consider: () => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly loading: Promise<unknown>;
}

/** What each path shows is known by then, if it ever will be. */
export function createPrefetcher({
  window,
  cache,
  code,
  loadPage,
  scheduler,
  navigator,
  prepare,
}: PrefetcherParts): Prefetcher {
  const wishes = new Set<Wish>();
  /** Why nothing starts. */
  const blocks = new Set<unknown>();
  /** Requests under way; as those that failed a moment ago, or were answered, by their keys. */
  const flights = new Map<string, Flight>();
  const failed = new Set<string>();
  let answered = new Set<string>();
  /** The shape that was shown when it was looked last; none where an outcome stood in its place. */
  let was = '';

  const unblock = (reason: unknown): void => {
    blocks.delete(reason);
    consider();
  };

  const abandon = (but?: string): void => {
    for (const [key, { controller }] of flights) {
      if (key === but) continue;
      controller.abort();
      flights.delete(key);
    }
  };

  /** Key of the request that is still to be answered for it, if any. `here`: the shape that is shown. */
  const findMissing = (wish: Wish, here: string): string | undefined => {
    const { url, kind } = wish;
    const shape = (wish.shape ??= code.prepare(url));
    if (!shape || url === navigator.shown().url || cache.find(url)) return undefined;
    if (shape !== here && !cache.find(shape) && !answered.has(shape)) return shape;
    return kind === 'full' || (kind === 'intent' && wish === prefetcher.hovered) ? url : undefined;
  };

  const tell = (wish: Wish): void => {
    const { onInvalid } = wish;
    wish.onInvalid = undefined;
    onInvalid?.();
  };

  /** What is wished for is there, from now on for as long as it is reusable. */
  const meet = (wish: Wish): void => {
    if (!wish.onInvalid || wish.isMet) return;
    wish.isMet = true;
    scheduler.runAfter(runtimeLimits.prefetchReusableMs, () => {
      wishes.delete(wish);
      tell(wish);
    });
  };

  /** Not to be asked for again, for a while. */
  const note = (key: string, among: Set<string>, forMs: number, onEnd?: () => void): void => {
    among.add(key);
    scheduler.runAfter(forMs, () => {
      among.delete(key);
      onEnd?.();
    });
  };

  const launch = (key: string, url: string): void => {
    const controller = new AbortController();
    const { signal } = controller;
    const loading = loadPage(url, navigator.listHeld(url), { signal, prefetch: key });
    const flight = { controller, loading };
    flights.set(key, flight);
    /** False when it was given up before. */
    const end = (): boolean => flights.get(key) === flight && flights.delete(key);
    void loading.then((loaded) => {
      if (!end()) return;
      if (loaded) note(key, answered, runtimeLimits.prefetchReusableMs);
      else {
        note(key, failed, runtimeLimits.failedPrefetchRetryMs, consider);
        // Only a link may still be in view.
        for (const wish of wishes) if (wish.onInvalid && wish.url === url) wishes.delete(wish);
      }
      consider();
    });
    if (key === url) return;
    scheduler.runAfter(runtimeLimits.routeStaleMs, () => {
      if (!end()) return;
      controller.abort();
      consider();
    });
  };

  const consider = (): void => {
    if (blocks.size > 0 || !isPrefetchAllowed(window)) return;
    const here = code.prepare(navigator.shown().url);
    // Of what was shown, all is held that its shape would bring.
    if (was && was !== here) note(was, answered, runtimeLimits.prefetchReusableMs);
    was = navigator.shown().status < 400 ? here : '';
    const waiting = new Map<string, string>();
    const { hovered } = prefetcher;
    const first = hovered && wishes.has(hovered) ? [hovered] : [];
    for (const wish of [...first, ...[...wishes].toReversed()]) {
      const key = findMissing(wish, here);
      if (wish === hovered && cache.find(wish.url)) prepare(wish.url);
      if (key === undefined) meet(wish);
      else {
        if (wish.isMet) tell(wish);
        if (![failed, answered, flights, waiting].some((known) => known.has(key)))
          waiting.set(key, wish.url);
      }
    }
    for (const key of listNext([...waiting.keys()], [...flights.keys()])) {
      launch(key, waiting.get(key) as string);
    }
  };

  window.addEventListener('online', consider);

  const prefetcher: Prefetcher = {
    wishes,
    consider,
    wish(wish) {
      wishes.add(wish);
      consider();
    },
    stop() {
      blocks.add('refusal');
      abandon();
    },
    hold(url) {
      blocks.add('visit');
      abandon(url);
      return flights.get(url)?.loading;
    },
    resume: () => unblock('visit'),
    renew() {
      const block = {};
      blocks.add(block);
      // What is on its way was asked for before.
      abandon();
      answered = new Set();
      scheduler.runAfter(runtimeLimits.prefetchAgainAfterInvalidationMs, () => unblock(block));
    },
  };
  return prefetcher;
}
