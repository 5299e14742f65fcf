import { deferredQueueName, runtimeLimits } from '#page-protocol';
import type { DeferredDatum, Scheduler } from '#page-protocol';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { abandonPendingRegions } from './abandoned-regions.ts';

/**
 * Data that take longer than the server's deadline plus five seconds are lost. No event reports a
 * broken connection, and the document stays `loading`.
 */
const LOST_AFTER_MS = runtimeLimits.deferredDeadlineMs + 5000;

interface Queue {
  push(...data: DeferredDatum[]): unknown;
}

/**
 * Settles the deferred data of a streamed document, including data that arrived before this call.
 * Replaces the global array to which the document's scripts push. When the document is complete or
 * overdue, closes missing data and lets the browser render their regions.
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
