import { createLate } from '../load-late.ts';
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
  const outOfSight = createLate(async () => {
    const { createOutOfSight } = await import('../history/out-of-sight.ts');
    return createOutOfSight(parts.window);
  });
  const prepare = async (url: string): Promise<void> => {
    const made = await outOfSight.load().catch(() => undefined);
    // Without it the page is rendered once it is shown.
    if (made) await parts.preparation.prepare(url, made);
  };
  const prefetcher = createPrefetcher({ ...parts, prepare: (url) => void prepare(url) });
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
