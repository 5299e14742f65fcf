import { runtimeLimits } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import type { Late } from '../load-late.ts';
import type { ViewRegistry } from './view-registry.ts';

export interface CodeLoaderOptions<Part> {
  readonly views: ViewRegistry<unknown>;
  /** Loads code that loaded views wait with. A page that the server has not rendered needs it. */
  readonly loadRest?: (() => Promise<unknown>) | undefined;
  readonly scheduler: Scheduler;
  readonly late: Late<Part>;
  readonly onError: (error: unknown) => void;
}

export interface Expected {
  /**
   * Key that all addresses with the same layouts share. Never equals an address, and is empty when
   * the address has no page.
   */
  readonly shape: string;
  /**
   * Names of the segments' views, outermost first, followed by their loading views. Empty when
   * nothing is known.
   */
  readonly views: readonly string[];
  /** Values that each layout's data depend on. Equal for addresses at which a layout is the same. */
  readonly layouts: readonly string[];
}

/**
 * Starts to load the code for an address within the application, and returns what is known about
 * its page.
 */
export type Forecast = (url: string) => Expected;

/** Used until the route table has loaded. Gives each address a shape of its own. */
export const NO_FORECAST: Forecast = (url) => ({ shape: ` ${url}`, views: [], layouts: [] });

/**
 * Loads the code that a page needs before it is shown: scripts and styles of its views, and the
 * late part (the runtime's code that is not needed for hydration).
 */
export interface CodeLoader<Part = unknown> {
  /**
   * Loads the forecast that `prepare` uses. When loading fails, `prepare` stays `NO_FORECAST`.
   * Never rejects.
   */
  start(loadForecast: () => Promise<Forecast>): Promise<void>;
  readonly prepare: Forecast;
  /**
   * Resolves with the late part once it and the views of all segments are loaded. Resolves with
   * false when that fails or takes too long.
   */
  load(segments: readonly { readonly view: string }[]): Promise<Part | false>;
  readonly find: () => Part | undefined;
}

export function createCodeLoader<Part>({
  views,
  scheduler,
  late,
  loadRest,
  onError,
}: CodeLoaderOptions<Part>): CodeLoader<Part> {
  let forecast = NO_FORECAST;
  return {
    async start(loadForecast) {
      // A missing route table is no error, because a page's code can also load after its data.
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
        Promise.all([
          late.load(),
          ...segments.map(({ view }) => views.load(view).then(loadRest)),
        ]).then(
          ([part]) => end(part),
          (error: unknown) => {
            onError(error);
            end(false);
          },
        );
      }),
  };
}
