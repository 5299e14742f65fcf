import type { NavigatorPrefetch } from '../navigation/navigator-prefetch.ts';
import type { PrefetchKind, PrefetchRequest } from './prefetch-request.ts';

/**
 * Prefetches the page of a link or GET form that is in view or about to be used. `address` includes
 * the base path. Returns a function that ends the prefetching.
 */
export type WatchLink = (
  element: HTMLAnchorElement | HTMLFormElement,
  address: string,
  kind: PrefetchKind,
) => () => void;

export interface Prefetch extends NavigatorPrefetch {
  readonly watch: WatchLink;
  request(request: PrefetchRequest): void;
  readonly stop: () => void;
}

export interface LatePrefetch extends Prefetch {
  start(create: () => Prefetch): void;
}

/**
 * Stands in for prefetching until its code has loaded, and passes earlier calls on to that code.
 */
export function createLatePrefetch(): LatePrefetch {
  let prefetch: Prefetch | undefined;
  let held: string | undefined;
  let isStopped = false;
  const waitingCalls = new Set<(prefetch: Prefetch) => void>();

  const passOn = (what: (prefetch: Prefetch) => void): void => {
    if (prefetch) what(prefetch);
    else if (!isStopped) waitingCalls.add(what);
  };

  const stop = (): void => {
    isStopped = true;
    waitingCalls.clear();
    prefetch?.stop();
  };

  return {
    watch(...link) {
      const watchNow = ({ watch }: Prefetch): void => {
        end = watch(...link);
      };
      let end = (): void => void waitingCalls.delete(watchNow);
      passOn(watchNow);
      return () => end();
    },
    request: (request) => passOn((made) => made.request(request)),
    hold(url) {
      held = url;
      return prefetch?.hold(url);
    },
    resume() {
      held = undefined;
      prefetch?.resume();
    },
    renew: () => passOn((made) => made.renew()),
    stop,
    start(create) {
      if (isStopped) return;
      prefetch = create();
      if (held) void prefetch.hold(held);
      for (const what of waitingCalls) what(prefetch);
      waitingCalls.clear();
    },
  };
}
