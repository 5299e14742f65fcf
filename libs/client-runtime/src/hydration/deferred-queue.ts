import { deferredQueueName, runtimeLimits } from '#shared';
import type { DeferredDatum, Scheduler } from '#shared';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { abandonPendingRegions } from './abandoned-regions.ts';

/**
 * The server's deadline for a datum, plus five seconds. Data that take longer are lost: when the
 * connection breaks, the document stays `loading` and no event reports it.
 */
const LOST_AFTER_MS = runtimeLimits.deferredDeadlineMs + 5000;

interface Queue {
  push(...data: DeferredDatum[]): unknown;
}

/**
 * Settles the deferred data of a streamed document, including those that have arrived already.
 * Takes over the global array to which the document's scripts push. When the document is complete
 * or overdue, closes the missing data and lets the browser render their regions.
 */
export function receiveDeferred(
  window: Window,
  scheduler: Scheduler,
  deferred: Pick<DeferredData, 'settle' | 'close'>,
): void {
  const { document } = window;
  const globals = window as unknown as Record<string, Queue | undefined>;
  const arrived = globals[deferredQueueName];
  const push = (...data: DeferredDatum[]): void => {
    for (const datum of data) deferred.settle(datum);
  };
  if (Array.isArray(arrived)) push(...(arrived as DeferredDatum[]));
  globals[deferredQueueName] = { push };
  const end = (): void => {
    cancel();
    document.removeEventListener('DOMContentLoaded', end);
    deferred.close();
    abandonPendingRegions(document);
  };
  const cancel = scheduler.runAfter(LOST_AFTER_MS, end);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', end);
  else end();
}
