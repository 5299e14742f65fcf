import { runtimeLimits } from '#shared';
import type { RouteTable, Scheduler } from '#shared';
import { toPath } from '../navigation/destination.ts';
import type { ViewRegistry } from './view-registry.ts';

export interface CodeLoaderOptions {
  readonly views: ViewRegistry<unknown>;
  readonly scheduler: Scheduler;
  /** Told why code did not arrive, once for each time. */
  readonly onError: (error: unknown) => void;
}

/** Scripts and styles of views, which a page needs before it is shown. */
export interface CodeLoader {
  /** From here on `prepare` knows what each path shows; not, when the table does not arrive. */
  start(fetchTable: () => Promise<Response>): Promise<void>;
  /**
   * Starts to load what the page at this address (within the application) is going to need. Returns what
   * addresses have in common whose layouts are the same, which is no address: the name of their shape;
   * empty where there is no page.
   */
  prepare(url: string): string;
  /**
   * Resolves true once the code of all these segments' views is there; false when it does not come in time,
   * or at all.
   */
  load(segments: readonly { readonly view: string }[]): Promise<boolean>;
}

export function createCodeLoader({ views, scheduler, onError }: CodeLoaderOptions): CodeLoader {
  let table: RouteTable = { views: [], routes: [] };
  return {
    async start(fetchTable) {
      try {
        const answer = await fetchTable();
        if (answer.ok) table = (await answer.json()) as RouteTable;
      } catch {
        // A connection that broke, or the next build in place of this one: code follows the data then.
      }
    },
    prepare(url) {
      const path = toPath(url);
      for (const [pattern, reads, ...indices] of table.routes) {
        const match = new RegExp(pattern, 'i').exec(path);
        if (!match) continue;
        for (const index of indices) {
          // Whoever shows the page waits for it, and is told.
          views.load(table.views[index] ?? '').catch(() => undefined);
        }
        const values = reads.map((group) => (group < 0 ? url.slice(path.length) : match[group]));
        return indices.length > 0 ? [pattern, ...values].join(' ') : '';
      }
      // Nothing is known of its path: a shape of its own.
      return ` ${url}`;
    },
    load: (segments) =>
      new Promise((resolve) => {
        const end = (hasCode: boolean): void => {
          cancel();
          resolve(hasCode);
        };
        const cancel = scheduler.runAfter(runtimeLimits.routeLoadTimeoutMs, () => resolve(false));
        Promise.all(segments.map(({ view }) => views.load(view))).then(
          () => end(true),
          (error: unknown) => {
            onError(error);
            end(false);
          },
        );
      }),
  };
}
