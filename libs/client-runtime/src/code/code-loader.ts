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

  /** From here on `anticipate` knows what each path shows. */
  learn({ views, routes }: RouteTable): void {
    this.#routes = routes.map(([pattern, ...indices]) => ({
      pattern: new RegExp(pattern, 'i'),
      views: indices.flatMap((index) => views[index] ?? []),
    }));
  }

  /** Starts to load what a page at this path (within the application) is going to need. */
  anticipate(path: string): void {
    const route = this.#routes.find(({ pattern }) => pattern.test(path));
    // Whoever shows the page waits for it, and is told.
    route?.views.forEach((view) => this.#options.views.load(view).catch(() => undefined));
  }

  /** Resolves true once the code of all these views is there; false when it does not come in time, or at all. */
  async load(views: readonly string[]): Promise<boolean> {
    const missing = views.filter((view) => !this.#options.views.find(view));
    if (missing.length === 0) return true;
    let cancel: () => void = () => undefined;
    const late = new Promise<false>((resolve) => {
      cancel = this.#options.scheduler.runAfter(runtimeLimits.routeLoadTimeoutMs, () =>
        resolve(false),
      );
    });
    try {
      const loading = Promise.all(missing.map((view) => this.#options.views.load(view)));
      return await Promise.race([loading.then(() => true), late]);
    } catch (error) {
      this.#options.onError(error);
      return false;
    } finally {
      cancel();
    }
  }
}
