import type { CodeLoader } from './code/code-loader.ts';
import type { LatePart } from './late-part.ts';
import type { Late } from './load-late.ts';
import type { LatePrefetch } from './prefetch/prefetch.ts';
import { whenIdle } from './when-idle.ts';

export interface LoadWhenIdleParts {
  readonly window: Window;
  readonly fetch: typeof fetch;
  /** Address of the table of routes. */
  readonly routeTable: string;
  readonly late: Late<LatePart>;
  readonly code: Pick<CodeLoader, 'start'>;
  readonly prefetch: Pick<LatePrefetch, 'start' | 'stop'>;
}

/** Has the late part loaded, and the table of routes, once the browser is idle. Then prefetching starts. */
export function loadWhenIdle(parts: LoadWhenIdleParts): void {
  whenIdle(parts.window, () => void begin(parts));
}

async function begin({
  fetch,
  routeTable,
  late,
  code,
  prefetch,
}: LoadWhenIdleParts): Promise<void> {
  const isTableThere = code.start(async () => {
    const [table, { readForecast }] = await Promise.all([fetch(routeTable), late.load()]);
    return readForecast(table);
  });
  try {
    const { createPrefetch } = await late.load();
    await isTableThere;
    prefetch.start(createPrefetch);
  } catch {
    // A visit asks for the late part again, and so does what is sent. Nothing is prefetched in this document.
    prefetch.stop();
  }
}
