import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';

const TICK_MS = 15_000;

const NowContext = createContext(0);

/**
 * The server's clock less the browser's monotonic one. A page's data is at best fresh, so every
 * page can only show that the server is further on than thought: the largest difference is the
 * truest. It also outlives a page that is shown again from a cache.
 */
const serverClock = { aheadMs: Number.NEGATIVE_INFINITY };

function readServerClock(nowMs: number): number {
  serverClock.aheadMs = Math.max(serverClock.aheadMs, nowMs - performance.now());
  return performance.now() + serverClock.aheadMs;
}

/** The server's time: `nowMs` while rendering for the first time, then moving on, quietly, while the page is seen. */
function useServerClock(nowMs: number): number {
  const [reading, setReading] = useState({ of: nowMs, isMs: nowMs });
  // Before paint: a page from a cache never shows its old times.
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

/** Gives the relative times inside it the server's clock. Only they render again when it moves on. */
export function NowProvider({
  nowMs,
  children,
}: {
  readonly nowMs: number;
  readonly children: ReactNode;
}): ReactNode {
  return <NowContext value={useServerClock(nowMs)}>{children}</NowContext>;
}

/** The server's time, from the nearest NowProvider. */
export function useNow(): number {
  return useContext(NowContext);
}
