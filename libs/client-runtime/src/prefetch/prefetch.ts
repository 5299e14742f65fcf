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
export interface Prefetch {
  readonly watch: WatchLink;
  /** This is wished for, by no link. */
  wish(wish: Wish): void;
  /**
   * A visitor waits for the page at this address: what is on its way for others is given up, and nothing
   * starts until `resume`. Resolves when its own data is there, or will not be; undefined when it was not
   * on its way.
   */
  hold(url: string): Promise<unknown> | undefined;
  /** Nobody waits any longer. */
  resume(): void;
  /** Something has been invalidated. */
  renew(): void;
  /** Nothing is prefetched any more in this document. */
  readonly stop: () => void;
}

export interface LatePrefetch extends Prefetch {
  /** Has its code loaded, unless nothing is to be prefetched; when that fails, nothing is. Never rejects. */
  start(load: () => Promise<Prefetch>): Promise<void>;
}

/** Stands for what is loaded when the browser is idle (ADR 19), and hands over what was asked of it before. */
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
    async start(load) {
      const made = isStopped ? undefined : await load().catch(stop);
      if (isStopped || !made) return;
      prefetch = made;
      if (held) void made.hold(held);
      for (const what of asked) what(made);
      asked.clear();
    },
  };
}
