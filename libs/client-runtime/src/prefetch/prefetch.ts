import type { NavigatorPrefetch } from '../navigation/navigator-prefetch.ts';
import type { PrefetchKind, Wish } from './wish.ts';

/**
 * Has the page at this address (as the browser has it) prefetched while the element that leads there, a link
 * or a form with the method GET, is in view or about to be used. Returns what ends it.
 */
export type WatchLink = (
  element: HTMLAnchorElement | HTMLFormElement,
  address: string,
  kind: PrefetchKind,
) => () => void;

/** Loads what the visitor may go to next. */
export interface Prefetch extends NavigatorPrefetch {
  readonly watch: WatchLink;
  /** This is wished for, by no link. */
  wish(wish: Wish): void;
  /** Nothing is prefetched any more in this document. */
  readonly stop: () => void;
}

export interface LatePrefetch extends Prefetch {
  /** Its code is there: makes it, unless nothing is to be prefetched. */
  start(create: () => Prefetch): void;
}

/** Stands for what is loaded when the browser is idle (ADR 87), and hands over what was asked of it before. */
export function createLatePrefetch(): LatePrefetch {
  let prefetch: Prefetch | undefined;
  let held: string | undefined;
  let isStopped = false;
  /** Asked before it was there, oldest first. */
  const asked = new Set<(prefetch: Prefetch) => void>();

  const ask = (what: (prefetch: Prefetch) => void): void => {
    if (prefetch) what(prefetch);
    else if (!isStopped) asked.add(what);
  };

  const stop = (): void => {
    isStopped = true;
    asked.clear();
    prefetch?.stop();
  };

  return {
    watch(...link) {
      const watchNow = ({ watch }: Prefetch): void => {
        end = watch(...link);
      };
      let end = (): void => void asked.delete(watchNow);
      ask(watchNow);
      return () => end();
    },
    wish: (wish) => ask((made) => made.wish(wish)),
    hold(url) {
      held = url;
      return prefetch?.hold(url);
    },
    resume() {
      held = undefined;
      prefetch?.resume();
    },
    renew: () => ask((made) => made.renew()),
    stop,
    start(create) {
      if (isStopped) return;
      prefetch = create();
      if (held) void prefetch.hold(held);
      for (const what of asked) what(prefetch);
      asked.clear();
    },
  };
}
