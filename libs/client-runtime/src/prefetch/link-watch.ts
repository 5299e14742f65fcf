import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import { toDestination } from '../address/destination.ts';
import { opensElsewhere } from '../address/opens-elsewhere.ts';
import type { WatchLink } from './prefetch.ts';
import type { Prefetcher } from './prefetcher.ts';
import type { Wish } from './wish.ts';

export interface LinkWatchParts {
  readonly window: Window;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly scheduler: Scheduler;
  readonly prefetcher: Pick<Prefetcher, 'wishes' | 'hovered' | 'consider'>;
}

export interface LinkWatch {
  readonly watch: WatchLink;
  /**
   * Has `onSeen` called, once, when the browser has told next which links are in view: those of a page that was left
   * are none, though that has not been told yet. In place of what is to be called; without it, nothing is.
   */
  readonly look: (onSeen?: () => void) => void;
}

/** Where the pointer, a finger or the focus was moved last. */
interface Aim {
  readonly element?: Element | null | undefined;
  /** It is meant: it has been there long enough. */
  isSure?: boolean;
}

export function createLinkWatch({
  window,
  basePath,
  scheduler,
  prefetcher,
}: LinkWatchParts): LinkWatch {
  const { document, IntersectionObserver } = window as Window & typeof globalThis;
  const { documentElement } = document;
  const { wishes } = prefetcher;
  const watched = new Map<unknown, Wish>();
  const nowhere: Aim = {};
  let aim = nowhere;
  let seen: (() => void) | undefined;

  const tell = (): void => {
    prefetcher.hovered = aim.isSure ? watched.get(aim.element) : undefined;
    prefetcher.consider();
  };

  const observer = new IntersectionObserver(
    (entries) => {
      // Of those that come into view together the first is the most urgent.
      for (const { target, isIntersecting } of entries.toReversed()) {
        const wish = watched.get(target);
        if (wish && isIntersecting) wishes.add(wish);
        else if (wish) wishes.delete(wish);
      }
      tell();
      // Of the document itself it tells with the rest.
      if (entries.some(({ target }) => target === documentElement)) {
        const onSeen = seen;
        look();
        onSeen?.();
      }
    },
    { rootMargin: `${runtimeLimits.prefetchMarginPx}px` },
  );

  /** One listener for all links: a page may have hundreds. */
  const hear = ({ type, target }: Pick<Event, 'type' | 'target'>): void => {
    let element = target as Aim['element'];
    while (element && !watched.has(element)) element = element.parentElement;
    if (element === aim.element) return;
    const taken: Aim = { element };
    aim = taken;
    prefetcher.hovered = undefined;
    scheduler.runAfter(type === 'mouseover' ? runtimeLimits.prefetchHoverMs : 0, () => {
      taken.isSure = true;
      tell();
    });
  };

  const look = (onSeen?: () => void): void => {
    seen = onSeen;
    observer.unobserve(documentElement);
    // It is told of once from then on, in view or not.
    if (onSeen) observer.observe(documentElement);
  };

  for (const type of ['mouseover', 'focusin', 'touchstart']) {
    document.addEventListener(type, hear, { capture: true, passive: true });
  }

  // Where the pointer, or else the focus, has been since before. What is handed over first is watched by then.
  scheduler.runAfter(0, () => {
    if (aim !== nowhere) return;
    const target = [...document.querySelectorAll(':hover')].at(-1) ?? document.activeElement;
    hear({ type: 'mouseover', target });
  });

  const watch: WatchLink = (element, address, kind) => {
    const to = toDestination(address, window.location.href, basePath);
    if (!to?.page || kind === 'none' || opensElsewhere(element)) return () => {};
    const wish = { url: to.page.url, kind };
    watched.set(element, wish);
    observer.observe(element);
    return () => {
      wishes.delete(wish);
      watched.delete(element);
      observer.unobserve(element);
    };
  };
  return { watch, look };
}
