import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import type { ViewRegistry } from './view-registry.ts';

export interface CodeLoaderOptions {
  readonly views: ViewRegistry<unknown>;
  readonly scheduler: Scheduler;
  /** Loads what every page needs beside its views. */
  readonly loadJourney: () => Promise<unknown>;
  /** Told why code did not arrive, once for each time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Starts to load what the page at this address (within the application) is going to need. Returns what addresses
 * have in common whose layouts are the same, which is no address: the name of their shape; empty where there is
 * no page.
 */
export type Forecast = (url: string) => string;

/** Nothing is known of any path: a shape for each address. */
export const NO_FORECAST: Forecast = (url) => ` ${url}`;

/** Scripts and styles of views, which a page needs before it is shown. */
export interface CodeLoader {
  /** From here on `prepare` knows what each path shows; not, when that does not arrive. Never rejects. */
  start(loadForecast: () => Promise<Forecast>): Promise<void>;
  /** What is known of an address by now. */
  readonly prepare: Forecast;
  /**
   * Resolves true once the code of all these segments' views is there, and what every visit needs, or another part
   * in place of that; false when it does not come in time, or at all.
   */
  load(
    segments: readonly { readonly view: string }[],
    loadPart?: () => Promise<unknown>,
  ): Promise<boolean>;
}

export function createCodeLoader({
  views,
  scheduler,
  loadJourney,
  onError,
}: CodeLoaderOptions): CodeLoader {
  let forecast = NO_FORECAST;
  return {
    async start(loadForecast) {
      // A connection that broke, or the next build in place of this one: code follows the data then.
      forecast = await loadForecast().catch(() => forecast);
    },
    prepare: (url) => forecast(url),
    load: (segments, loadPart = loadJourney) =>
      new Promise((resolve) => {
        const end = (hasCode: boolean): void => {
          cancel();
          resolve(hasCode);
        };
        const cancel = scheduler.runAfter(runtimeLimits.routeLoadTimeoutMs, () => resolve(false));
        Promise.all([loadPart(), ...segments.map(({ view }) => views.load(view))]).then(
          () => end(true),
          (error: unknown) => {
            onError(error);
            end(false);
          },
        );
      }),
  };
}
