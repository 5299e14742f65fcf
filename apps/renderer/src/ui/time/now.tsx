import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';

const TICK_MS = 15_000;

const NowContext = createContext(0);

/**
 * The server's clock minus the browser's monotonic clock, in milliseconds. A page's `nowMs` is late
 * by the time that the page took to arrive, so the largest difference is the most accurate one.
 */
const serverClock = { aheadMs: Number.NEGATIVE_INFINITY };

function readServerClock(nowMs: number): number {
  serverClock.aheadMs = Math.max(serverClock.aheadMs, nowMs - performance.now());
  return performance.now() + serverClock.aheadMs;
}

/**
 * Returns `nowMs` in the first rendering. Later renderings return the server's current time, which
 * advances while the page is visible.
 */
function useServerClock(nowMs: number): number {
  const [reading, setReading] = useState({ of: nowMs, isMs: nowMs });
  // A layout effect runs before paint, so the visitor never sees the old times of a cached page.
  useLayoutEffect(() => {
    const read = (): void => {
      if (document.hidden) return;
      setReading({ of: nowMs, isMs: readServerClock(nowMs) });
    };
    read();
    const timer = setInterval(read, TICK_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [nowMs]);
  return reading.of === nowMs ? reading.isMs : nowMs;
}

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
  return <NowContext value={useServerClock(nowMs)}>{children}</NowContext>;
}

export function useNow(): number {
  return useContext(NowContext);
}
