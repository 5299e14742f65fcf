import { liveLimits, livePath, missedParameter } from '#page-protocol';
import type { Clock, LiveMessage, Scheduler } from '#page-protocol';
import type { readLines } from '../page-data/read-lines.ts';

export interface LiveStreamParts {
  readonly window: Window;
  readonly basePath: string;
  readonly fetch: typeof fetch;
  readonly readLines: typeof readLines;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly onTold: (message: LiveMessage) => void;
}

export interface LiveStream {
  /**
   * Listens and reconnects until `signal` is aborted or the server answers with a final status.
   * When `isBrief` is true, each connection ends after the missed changes, as in polling.
   */
  listen(signal: AbortSignal, isBrief?: boolean): Promise<void>;
  /** Records that another tab has received every change up to now. */
  noteHeard(): void;
}

/**
 * Statuses that end listening: 204 when the server publishes no changes, and 401 when this visitor
 * is not allowed to listen.
 */
const FINAL_STATUSES: ReadonlySet<number> = new Set([204, 401]);

/**
 * Listens for changes. Each request says how long this tab has not listened, and the server sends
 * the changes of that time.
 */
export function createLiveStream({
  window,
  basePath,
  fetch,
  readLines,
  clock,
  scheduler,
  onTold,
}: LiveStreamParts): LiveStream {
  /** This tab knows every change before this time. */
  let knownMs = findNavigationMs(window);

  const pause = (delayMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = scheduler.runAfter(delayMs, end);
      signal.addEventListener('abort', end);
    });

  const readMessages = async (
    answer: Response,
    { isBrief, onHeard }: { readonly isBrief: boolean; readonly onHeard: () => void },
  ): Promise<void> => {
    for await (const line of readLines(answer)) {
      onHeard();
      if (line.startsWith('data:')) {
        onTold(JSON.parse(line.slice('data:'.length)) as LiveMessage);
      } else if (isBrief) return;
    }
  };

  /**
   * Opens one connection and resolves when it ends, with the milliseconds to wait before the next
   * connection. Resolves with undefined after a final status.
   */
  const connect = async (
    signal: AbortSignal,
    { failures, isBrief }: { readonly failures: number; readonly isBrief: boolean },
  ): Promise<number | undefined> => {
    const connection = new AbortController();
    const end = (): void => connection.abort();
    signal.addEventListener('abort', end);
    let cancelSilence = scheduler.runAfter(liveLimits.silentMs, end);
    let delayMs = Math.min(liveLimits.retryMs * 2 ** failures, liveLimits.retryMostMs);
    try {
      const askedMs = clock.nowMs();
      const missedMs = Math.max(0, Math.ceil(askedMs - knownMs));
      const answer = await fetch(`${basePath}${livePath}?${missedParameter}=${missedMs}`, {
        headers: { Accept: 'text/event-stream' },
        cache: 'no-store',
        mode: 'same-origin',
        signal: connection.signal,
      });
      if (answer.ok && answer.headers.get('Content-Type')?.startsWith('text/event-stream')) {
        delayMs = liveLimits.retryMs;
        await readMessages(answer, {
          isBrief,
          onHeard() {
            cancelSilence();
            cancelSilence = scheduler.runAfter(liveLimits.silentMs, end);
            knownMs = clock.nowMs();
          },
        });
      } else {
        void answer.body?.cancel();
        // Other statuses may come from a proxy whose server is starting.
        if (FINAL_STATUSES.has(answer.status)) return undefined;
      }
    } catch {
    } finally {
      cancelSilence();
      signal.removeEventListener('abort', end);
    }
    return delayMs;
  };

  return {
    noteHeard() {
      knownMs = clock.nowMs();
    },
    async listen(signal, isBrief = false) {
      for (let failures = 0; !signal.aborted; failures += 1) {
        const delayMs = await connect(signal, { failures, isBrief });
        if (delayMs === undefined) return;
        if (delayMs === liveLimits.retryMs) failures = 0;
        // The random factor spreads the connections of many tabs when a server comes back.
        if (!signal.aborted) await pause(delayMs * (0.5 + Math.random()), signal);
      }
    },
  };
}

/**
 * Returns when the navigation to this document began, which is before the server read its data.
 * Returns 0 when the document came from the browser's cache.
 */
function findNavigationMs({ performance }: Window): number {
  const [entry] = performance.getEntriesByType('navigation');
  const { type, transferSize } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return type === 'back_forward' || transferSize === 0 ? 0 : performance.timeOrigin;
}
