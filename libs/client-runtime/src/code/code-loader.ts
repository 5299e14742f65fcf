import { runtimeLimits } from '#shared';
import type { RouteTable, Scheduler } from '#shared';
import type { ViewRegistry } from './view-registry.ts';

export interface CodeLoaderOptions {
  readonly views: ViewRegistry<unknown>;
  readonly scheduler: Scheduler;
  /** Told why code did not arrive, once for each time. */
  readonly onError: (error: unknown) => void;
}

/** Scripts and styles of views, which a page needs before it is shown. */
export class CodeLoader {
  #routes: readonly { pattern: RegExp; views: readonly string[] }[] = [];

  readonly #options: CodeLoaderOptions;

  constructor(options: CodeLoaderOptions) {
    this.#options = options;
  }

  /** From here on `anticipate` knows what each path shows; not, when the table does not arrive. */
  async learn(fetchTable: () => Promise<Response>): Promise<void> {
    try {
      const { views, routes } = (await (await fetchTable()).json()) as RouteTable;
      this.#routes = routes.map(([pattern, ...indices]) => ({
        pattern: new RegExp(pattern, 'i'),
        views: indices.flatMap((index) => views[index] ?? []),
      }));
    } catch {
      // A connection that broke, or the next build in place of this one: code follows the data then.
    }
  }

  /** Starts to load what the page at this address (within the application) is going to need. */
  anticipate(url: string): void {
    const path = url.split('?', 1)[0] ?? url;
    const route = this.#routes.find(({ pattern }) => pattern.test(path));
    // Whoever shows the page waits for it, and is told.
    route?.views.forEach((view) => this.#options.views.load(view).catch(() => undefined));
  }

  /**
   * Resolves true once the code of all these segments' views is there; false when it does not come in time,
   * or at all.
   */
  async load(segments: readonly { readonly view: string }[]): Promise<boolean> {
    const { views, scheduler, onError } = this.#options;
    const missing = segments.filter(({ view }) => !views.find(view));
    if (missing.length === 0) return true;
    return new Promise((resolve) => {
      const cancel = scheduler.runAfter(runtimeLimits.routeLoadTimeoutMs, () => resolve(false));
      Promise.all(missing.map(({ view }) => views.load(view)))
        .then(
          () => resolve(true),
          (error: unknown) => {
            onError(error);
            resolve(false);
          },
        )
        .finally(cancel);
    });
  }
}
