import type { CodeLoader } from './code/code-loader.ts';
import type { LatePart } from './late-part.ts';
import type { Late } from './load-late.ts';
import type { LatePrefetch } from './prefetch/prefetch.ts';

export interface LoadWhenIdleParts {
  readonly fetch: typeof fetch;
  readonly routeTable: string;
  readonly late: Late<LatePart>;
  readonly code: Pick<CodeLoader, 'start'>;
  readonly prefetch: Pick<LatePrefetch, 'start' | 'stop'>;
}

/** Loads the late part and the route table, and starts prefetching. Call it once the browser is idle. */
export async function loadWhenIdle({
  fetch,
  routeTable,
  late,
  code,
  prefetch,
}: LoadWhenIdleParts): Promise<void> {
  const isTableThere = code.start(async () => {
    const table = await fetch(routeTable);
    return (await late.load()).readForecast(table);
  });
  try {
    const { createPrefetch } = await late.load();
    await isTableThere;
    prefetch.start(createPrefetch);
  } catch {
    // Visits and sendings try to load the late part again. Prefetching stays off in this document.
    prefetch.stop();
  }
}
