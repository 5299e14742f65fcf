import { liveLimits, livePath, missedParameter } from '#shared';
import type { Clock, LiveMessage, Scheduler } from '#shared';
import type { readLines } from '../page-data/read-lines.ts';

export interface LiveStreamParts {
  readonly window: Window;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly fetch: typeof fetch;
  readonly readLines: typeof readLines;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly onTold: (message: LiveMessage) => void;
}

export interface LiveStream {
  /**
   * Listens, again and again, until `signal` is aborted. Resolves then, and when the server says that there is nothing to be
   * told. `isBrief`: it asks what has changed, again and again, and holds no connection.
   */
  listen(signal: AbortSignal, isBrief?: boolean): Promise<void>;
  /** What was told elsewhere is known here, too. */
  noteHeard(): void;
}

/** 204: nobody tells of changes. 401: not this visitor. */
const NOTHING_TO_BE_TOLD: ReadonlySet<number> = new Set([204, 401]);

/** Listens for changes (ADR 167). What changed while nobody listened is told with the next connection. */
export function createLiveStream({
  window,
  basePath,
  fetch,
  readLines,
  clock,
  scheduler,
  onTold,
}: LiveStreamParts): LiveStream {
  /** All that changed before is known. */
  let knownMs = findMadeMs(window);

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

  const readTold = async (
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

  /** One connection, until it ends. Resolves with how many milliseconds to wait for the next; undefined: there is none. */
  const connect = async (
    signal: AbortSignal,
    { failures, isBrief }: { readonly failures: number; readonly isBrief: boolean },
  ): Promise<number | undefined> => {
    const connection = new AbortController();
    const end = (): void => connection.abort();
    signal.addEventListener('abort', end);
    let cancelSilence = scheduler.runAfter(liveLimits.silentMs, end);
    const { retryMs, retryMostMs } = liveLimits;
    let delayMs = Math.min(retryMs * 2 ** failures, retryMostMs);
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
        delayMs = retryMs;
        await readTold(answer, {
          isBrief,
          onHeard() {
            cancelSilence();
            cancelSilence = scheduler.runAfter(liveLimits.silentMs, end);
            knownMs = clock.nowMs();
          },
        });
      } else {
        void answer.body?.cancel();
        // Any other one may be that of a proxy whose server starts.
        if (NOTHING_TO_BE_TOLD.has(answer.status)) return undefined;
      }
    } catch {
      // The connection broke off, or there was none.
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
        // Not all of them at once, when a server comes back.
        if (!signal.aborted) await pause(delayMs * (0.5 + Math.random()), signal);
      }
    },
  };
}

/** A time before which the document was asked for at the server; 0 for one that the browser had kept. */
function findMadeMs({ performance }: Window): number {
  const [entry] = performance.getEntriesByType('navigation');
  const { type, transferSize } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return type === 'back_forward' || transferSize === 0 ? 0 : performance.timeOrigin;
}
