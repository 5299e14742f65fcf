import { deferredQueueName, runtimeLimits } from '#shared';
import type { DeferredDatum, Scheduler } from '#shared';

/**
 * The server gives every datum this long; what has not come some seconds after that was lost on the way.
 * A browser whose connection breaks stays `loading` and says nothing.
 */
const LOST_AFTER_MS = runtimeLimits.deferredDeadlineMs + 5000;

export interface DeferredReceiver {
  readonly onDatum: (datum: DeferredDatum) => void;
  /** The document is complete, or nothing more will come of it. Called once. */
  readonly onEnd: () => void;
}

interface Queue {
  push(...data: DeferredDatum[]): number;
}

/**
 * Hands over the deferred data of a streamed document: what has arrived, then each as it arrives. The
 * document's scripts push to a global array of that name, which this takes over.
 */
export function receiveDeferred(
  window: Window,
  scheduler: Scheduler,
  { onDatum, onEnd }: DeferredReceiver,
): void {
  const globals = window as unknown as Record<string, Queue | undefined>;
  const arrived = globals[deferredQueueName];
  if (Array.isArray(arrived)) (arrived as DeferredDatum[]).forEach(onDatum);
  globals[deferredQueueName] = {
    push: (...data) => {
      data.forEach(onDatum);
      return 0;
    },
  };
  const { document } = window;
  if (document.readyState !== 'loading') {
    onEnd();
    return;
  }
  const end = (): void => {
    cancel();
    document.removeEventListener('DOMContentLoaded', end);
    onEnd();
  };
  const cancel = scheduler.runAfter(LOST_AFTER_MS, end);
  document.addEventListener('DOMContentLoaded', end);
}
