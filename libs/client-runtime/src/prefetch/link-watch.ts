import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import { toDestination } from '../navigation/destination.ts';
import { opensElsewhere } from '../navigation/opens-elsewhere.ts';
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
}: LinkWatchParts): WatchLink {
  const { document, IntersectionObserver } = window as Window & typeof globalThis;
  const { wishes } = prefetcher;
  const watched = new Map<unknown, Wish>();
  const nowhere: Aim = {};
  let aim = nowhere;

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

  for (const type of ['mouseover', 'focusin', 'touchstart']) {
    document.addEventListener(type, hear, { capture: true, passive: true });
  }

  // Where the pointer, or else the focus, has been since before. What is handed over first is watched by then.
  scheduler.runAfter(0, () => {
    if (aim !== nowhere) return;
    const target = [...document.querySelectorAll(':hover')].at(-1) ?? document.activeElement;
    hear({ type: 'mouseover', target });
  });

  return (element, address, kind) => {
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
}
