import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { ListHeld } from '../navigation/list-held.ts';
import type { Journey } from '../navigation/journey.ts';
import type { LoadPage } from '../page-data/page-loader.ts';
import { createFlights } from './flights.ts';
import { isPrefetchAllowed } from './prefetch-allowed.ts';
import type { Prefetch } from './prefetch.ts';
import { findInTheWay, toOrder } from './prefetch-queue.ts';
import type { Wish } from './wish.ts';

export interface PrefetcherParts {
  readonly window: Window;
  readonly cache: PageCache;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly loadPage: LoadPage;
  readonly scheduler: Scheduler;
  readonly navigator: Pick<Journey, 'shown'>;
  readonly listHeld: ListHeld;
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

/** What each path shows is known by then, if it ever will be. */
export function createPrefetcher(parts: PrefetcherParts): Prefetcher {
  const { window, cache, code, scheduler, navigator, prepare } = parts;
  const wishes = new Set<Wish>();
  /** Why nothing starts. */
  const blocks = new Set<unknown>();
  const flights = createFlights({
    ...parts,
    onFailed(url) {
      // Only a link may still be in view.
      for (const wish of wishes) if (wish.onInvalid && wish.url === url) wishes.delete(wish);
    },
    onChange: () => consider(),
  });
  /** The shape that was shown when it was looked last; none where an outcome stood in its place. */
  let was = '';

  const unblock = (reason: unknown): void => {
    blocks.delete(reason);
    consider();
  };

  /** Key of the request that is still to be answered for it, if any. `here`: the shape that is shown. */
  const findMissing = (wish: Wish, here: string): string | undefined => {
    const { url, kind } = wish;
    const shape = (wish.shape ??= code.prepare(url).shape);
    if (!shape || url === navigator.shown().url || cache.find(url)) return undefined;
    if (shape !== here && !cache.find(shape) && !flights.isAnswered(shape)) return shape;
    return kind === 'full' || (kind === 'intent' && wish === prefetcher.hovered) ? url : undefined;
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

  const consider = (): void => {
    if (blocks.size > 0 || !isPrefetchAllowed(window)) return;
    const here = code.prepare(navigator.shown().url).shape;
    // Of what was shown, all is held that its shape would bring.
    if (was && was !== here) flights.noteAnswered(was);
    was = navigator.shown().status < 400 ? here : '';
    const waiting = new Map<string, string>();
    for (const wish of [...wishes].toReversed()) {
      const key = findMissing(wish, here);
      if (wish === prefetcher.hovered) {
        if (cache.find(wish.url)) prepare(wish.url);
        if (key && !flights.has(key)) {
          flights.launch(key, wish.url);
          waiting.delete(key);
        }
      }
      if (key === undefined) meet(wish);
      else {
        if (wish.isMet) tell(wish);
        if (!flights.has(key) && !waiting.has(key)) waiting.set(key, wish.url);
      }
    }
    for (const key of toOrder([...waiting.keys()])) {
      if (!findInTheWay(key, flights.keys())) flights.launch(key, waiting.get(key) as string);
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

function tell(wish: Wish): void {
  const { onInvalid } = wish;
  wish.onInvalid = undefined;
  onInvalid?.();
}
