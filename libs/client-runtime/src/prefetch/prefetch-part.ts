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

/** Needs the route table, which names the layouts of each address. */
export function createPrefetchPart(parts: PrefetchPartParts): Prefetch {
  const outOfSight = createLate(() =>
    import('../history/out-of-sight.ts').then((code) => code.createOutOfSight(parts.window)),
  );
  const prefetcher = createPrefetcher({
    ...parts,
    prepare(url) {
      // When `OutOfSight` cannot load, the page is not rendered in advance.
      void outOfSight.load().then((made) => parts.preparation.prepare(url, made), Boolean);
    },
  });
  const { watch, onNextReport } = createLinkWatch({ ...parts, prefetcher });
  return {
    ...prefetcher,
    watch,
    hold(url) {
      onNextReport();
      return prefetcher.hold(url);
    },
    // The observer still counts links of the page that was left, so prefetching waits for the
    // observer's next report.
    resume: () => onNextReport(prefetcher.resume),
  };
}
