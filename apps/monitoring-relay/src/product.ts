import { operatorAlertJobs } from '#product/alerting/operator-alerts/relay';
import { erasedTraceJobs } from '#product/operation/erasing/relay';
import { unwantedSpanJobs } from '#product/performance/segments/relay';
import { sampleJobs } from '#product/retention/space/relay';
import { measureFolder } from '#persistence';
import type { Stores } from '#product';
import { Clock, type Job } from '#shared';
import { declaredItems } from './product-items.ts';
import { Forwarding } from './forwarding/forwarding.ts';
import { Health } from './health/health.ts';
import { UnwantedSpans } from './intake/admission/unwanted-spans.ts';
import { SpoolRoom } from './spool/room/spool-room.ts';
import { RefusedKeys } from './keys/refused-keys.ts';
import { processingInThread } from './processing/thread/processing-in-thread.ts';
import type { ProductJobParts, RelayProduct } from './relay-product.ts';
import { SpoolOperation } from './spool/ports/spool-operation.ts';

const lists = [operatorAlertJobs, unwantedSpanJobs, erasedTraceJobs, sampleJobs] as const;

/**
 * Only this file, `product-items.ts` and `product-processing.ts` name folders `relay/` of
 * capabilities. Another product replaces these three files (docs/build-your-own.md).
 */
export const product: RelayProduct = {
  ...processingInThread,
  declaredItems,
  listJobs,
  inPlace: async () => {
    const { processingInPlace } = await import('./processing/processing-in-place.ts');
    const { jobsOver, mappingOver, projectRules } = await import('./product-processing.ts');
    // The casts are safe: `processingInPlace` passes all stores of the relay, although its type
    // names only the stores that it uses itself.
    const inPlace = processingInPlace({
      projectRules,
      declaredItems,
      mappingOver: (stores) => mappingOver(stores as Stores),
      jobsOver: (stores, delivery) => jobsOver(stores as Stores, delivery),
    });
    return { ...inPlace, declaredItems, listJobs };
  },
};

function listJobs({ app, config, stores, spoolFile }: ProductJobParts): readonly Job[] {
  if (!stores) return [];
  const parts = {
    ...stores,
    health: app.get(Health),
    room: app.get(SpoolRoom),
    forwarding: app.get(Forwarding),
    refusedKeys: app.get(RefusedKeys),
    unwantedSpans: app.get(UnwantedSpans),
    delivery: config.delivery,
    clock: app.get<Clock>(Clock),
    scope: app.get<SpoolOperation>(SpoolOperation).folder,
    measureFolder: () => measureFolder(config.dataDir),
    clearSpool: () => spoolFile.clear(),
  };
  return lists.flatMap((list) => list(parts));
}
