import { createOutOfSight } from '../history/out-of-sight.ts';
import type { Preparation } from '../navigation/preparation.ts';
import { createLinkWatch } from './link-watch.ts';
import type { LinkWatchParts } from './link-watch.ts';
import type { Prefetch } from './prefetch.ts';
import { createPrefetcher } from './prefetcher.ts';
import type { PrefetcherParts } from './prefetcher.ts';

export interface PrefetchPartParts
  extends Omit<PrefetcherParts, 'prepare'>, Omit<LinkWatchParts, 'prefetcher'> {
  readonly preparation: Pick<Preparation, 'prepare'>;
}

/** Prefetching, from when the table of routes is there. */
export function createPrefetchPart(parts: PrefetchPartParts): Prefetch {
  const outOfSight = createOutOfSight(parts.window);
  const prefetcher = createPrefetcher({
    ...parts,
    prepare: (url) => void parts.preparation.prepare(url, outOfSight),
  });
  const { watch, look } = createLinkWatch({ ...parts, prefetcher });
  return {
    ...prefetcher,
    watch,
    hold(url) {
      look();
      return prefetcher.hold(url);
    },
    // Until then the links of the page that was left still wish.
    resume: () => look(prefetcher.resume),
  };
}
