import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';

const TICK_MS = 15_000;

interface PageClock {
  /** The time of the first rendering. */
  readonly firstMs: number;
  /** Notes the time, and tells listeners when it differs from the last one by a second. */
  tick(nowMs: number): void;
  /** Calls the listener with the time, now and whenever it advances. */
  subscribe(listener: (nowMs: number) => void): () => void;
}

/**
 * The server's clock minus the browser's monotonic clock, in milliseconds. A page's `nowMs` is late
 * by the time that the page took to arrive, so the largest difference is the most accurate one.
 */
const serverClock = { aheadMs: Number.NEGATIVE_INFINITY };

function readServerClock(nowMs: number): number {
  serverClock.aheadMs = Math.max(serverClock.aheadMs, nowMs - performance.now());
  return performance.now() + serverClock.aheadMs;
}

/** The server and the hydration use the time of the document, and later pages use the present. */
function createClock(sentMs: number): PageClock {
  const isFirst = serverClock.aheadMs === Number.NEGATIVE_INFINITY;
  const firstMs = isFirst ? sentMs : readServerClock(sentMs);
  const listeners = new Set<(nowMs: number) => void>();
  let shownMs = firstMs;
  return {
    firstMs,
    tick(nowMs) {
      // No time on a page is as exact as a second.
      if (nowMs - shownMs < 1000) return;
      shownMs = nowMs;
      for (const listener of listeners) listener(nowMs);
    },
    subscribe(listener) {
      listener(shownMs);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// The context has one value for each page. Another value would make React drop the HTML of parts
// whose hydration waits.
const NowContext = createContext(createClock(0));

/**
 * Provides the server's time to `useNow`. When the time advances, only components that call
 * `useNow` render again.
 */
export function NowProvider({
  nowMs,
  children,
}: {
  readonly nowMs: number;
  readonly children: ReactNode;
}): ReactNode {
  const [clock] = useState(() => createClock(nowMs));
  // A layout effect runs before paint, so the visitor never sees the old times of a cached page.
  useLayoutEffect(() => {
    const read = (): void => {
      if (!document.hidden) clock.tick(readServerClock(nowMs));
    };
    read();
    const timer = setInterval(read, TICK_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [clock, nowMs]);
  return <NowContext value={clock}>{children}</NowContext>;
}

/** Returns the server's time, which advances while the page is visible. */
export function useNow(): number {
  const clock = useContext(NowContext);
  const [nowMs, setNow] = useState(clock.firstMs);
  useLayoutEffect(() => clock.subscribe(setNow), [clock]);
  return nowMs;
}
