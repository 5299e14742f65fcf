import { runtimeLimits } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import { toDestination } from '../address/destination.ts';
import { opensElsewhere } from '../address/opens-elsewhere.ts';
import type { WatchLink } from './prefetch.ts';
import type { Prefetcher } from './prefetcher.ts';
import type { PrefetchRequest } from './prefetch-request.ts';

export interface LinkWatchParts {
  readonly window: Window;
  readonly basePath: string;
  readonly scheduler: Scheduler;
  readonly prefetcher: Pick<Prefetcher, 'requests' | 'hovered' | 'consider'>;
}

export interface LinkWatch {
  readonly watch: WatchLink;
  /**
   * Calls `onReport` once, after the browser's next report of which links are in view. A second
   * call replaces the first; a call without `onReport` cancels it.
   */
  readonly onNextReport: (onReport?: () => void) => void;
}

interface PointedLink {
  readonly element?: Element | null | undefined;
  /**
   * True when the pointer has stayed on the link for `prefetchHoverMs`. Touch and focus count at
   * once.
   */
  isSure?: boolean;
}

/** Tells the prefetcher which links are in view, and which one the visitor is about to follow. */
export function createLinkWatch({
  window,
  basePath,
  scheduler,
  prefetcher,
}: LinkWatchParts): LinkWatch {
  const { document, IntersectionObserver } = window as Window & typeof globalThis;
  const { documentElement } = document;
  const { requests } = prefetcher;
  const watched = new Map<unknown, PrefetchRequest>();
  let pointed: PointedLink = {};
  let afterReport: (() => void) | undefined;

  const updatePrefetcher = (): void => {
    prefetcher.hovered = pointed.isSure ? watched.get(pointed.element) : undefined;
    prefetcher.consider();
  };

  const notePoint = ({ type, target }: Event): void => {
    const element = (target as Element).closest?.('a,form');
    if (element === pointed.element) return;
    const now: PointedLink = (pointed = { element });
    prefetcher.hovered = undefined;
    scheduler.runAfter(type === 'mouseover' ? runtimeLimits.prefetchHoverMs : 0, () => {
      now.isSure = true;
      updatePrefetcher();
    });
  };

  const noteReport = (entries: IntersectionObserverEntry[]): void => {
    // The prefetcher takes the newest request first. Reversing the entries makes the topmost link
    // the newest.
    for (const { target, isIntersecting } of entries.toReversed()) {
      const request = watched.get(target);
      if (request) requests[isIntersecting ? 'add' : 'delete'](request);
    }
    updatePrefetcher();
    if (entries.some(({ target }) => target === documentElement)) {
      const onReport = afterReport;
      onNextReport();
      onReport?.();
    }
  };

  const observer = new IntersectionObserver(noteReport, {
    rootMargin: `${runtimeLimits.prefetchMarginPx}px`,
  });

  const onNextReport = (onReport?: () => void): void => {
    afterReport = onReport;
    observer.unobserve(documentElement);
    // An observer always reports an element that it has just begun to observe.
    if (onReport) observer.observe(documentElement);
  };

  // One listener on the document serves all links, because a page may have hundreds of them.
  for (const type of ['mouseover', 'focusin', 'touchstart']) {
    document.addEventListener(type, notePoint, { capture: true, passive: true });
  }

  const watch: WatchLink = (element, address, kind) => {
    const to = toDestination(address, window.location.href, basePath);
    if (!to?.page || kind === 'none' || opensElsewhere(element)) return () => {};
    const request = { url: to.page.url, kind };
    watched.set(element, request);
    observer.observe(element);
    return () => {
      requests.delete(request);
      watched.delete(element);
      observer.unobserve(element);
    };
  };
  return { watch, onNextReport };
}
