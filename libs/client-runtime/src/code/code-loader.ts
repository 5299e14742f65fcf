import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import type { Late } from '../load-late.ts';
import type { ViewRegistry } from './view-registry.ts';

export interface CodeLoaderOptions<Part> {
  readonly views: ViewRegistry<unknown>;
  readonly scheduler: Scheduler;
  /** What every page needs beside its views. */
  readonly late: Late<Part>;
  /** Told why code did not arrive, once for each time. */
  readonly onError: (error: unknown) => void;
}

/** What is known of a page before it is asked for. */
export interface Expected {
  /**
   * A key that all addresses with the same layouts share. It is never an address itself, and it is empty where there is no
   * page.
   */
  readonly shape: string;
  /** Of its segments, outermost first, and behind them the loading views of these; empty while nothing is known. */
  readonly views: readonly string[];
}

/** Starts to load what the page at this address (within the application) is going to need. */
export type Forecast = (url: string) => Expected;

/** Nothing is known of any path: a shape for each address. */
export const NO_FORECAST: Forecast = (url) => ({ shape: ` ${url}`, views: [] });

/** Scripts and styles of views, and the late part, which a page needs before it is shown. */
export interface CodeLoader<Part = unknown> {
  /** From here on `prepare` knows what each path shows; not, when that does not arrive. Never rejects. */
  start(loadForecast: () => Promise<Forecast>): Promise<void>;
  /** What is known of an address by now. */
  readonly prepare: Forecast;
  /**
   * Resolves once the late part is there, and the code of all these segments' views; false when it does not come in
   * time, or at all.
   */
  load(segments: readonly { readonly view: string }[]): Promise<Part | false>;
  /** The late part, when it is there. */
  readonly find: () => Part | undefined;
}

export function createCodeLoader<Part>({
  views,
  scheduler,
  late,
  onError,
}: CodeLoaderOptions<Part>): CodeLoader<Part> {
  let forecast = NO_FORECAST;
  return {
    async start(loadForecast) {
      // A connection that broke, or the next build in place of this one: code follows the data then.
      forecast = await loadForecast().catch(() => forecast);
    },
    prepare: (url) => forecast(url),
    find: late.find,
    load: (segments) =>
      new Promise((resolve) => {
        const end = (part: Part | false): void => {
          cancel();
          resolve(part);
        };
        const cancel = scheduler.runAfter(runtimeLimits.routeLoadTimeoutMs, () => resolve(false));
        Promise.all([late.load(), ...segments.map(({ view }) => views.load(view))]).then(
          ([part]) => end(part),
          (error: unknown) => {
            onError(error);
            end(false);
          },
        );
      }),
  };
}
