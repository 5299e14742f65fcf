import { deferredQueueName, runtimeLimits } from '#shared';
import type { DeferredDatum, Scheduler } from '#shared';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { abandonPendingRegions } from './abandoned-regions.ts';

/**
 * The server gives every datum this long; what has not come some seconds after that was lost on the way.
 * A browser whose connection breaks stays `loading` and says nothing.
 */
const LOST_AFTER_MS = runtimeLimits.deferredDeadlineMs + 5000;

interface Queue {
  push(...data: DeferredDatum[]): unknown;
}

/**
 * Settles the deferred data of a streamed document: what has arrived, then each as it arrives. The document's
 * scripts push to a global array of that name, which this takes over. When the document is complete, or nothing
 * more will come of it, the rest is cut off, once, and its regions are left to the browser.
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
