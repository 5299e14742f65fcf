import { parseDeferredDatum } from '#shared';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { DeferredData } from '../deferred/deferred-data.ts';
import type { PageAnswer } from './page-client.ts';

export type ReceivedPage = Extract<PageAnswer, { kind: 'page' }>;

/** Makes pages of answers. */
export class PageReception {
  readonly #cache: PageCache;

  constructor(cache: PageCache) {
    this.#cache = cache;
  }

  /**
   * The page, whose deferred data settle as they arrive. After `signal` is aborted they stay open: it was
   * left, not cut off. Undefined when a segment is left out that is not held any longer.
   */
  take({ page, rest }: ReceivedPage, signal: AbortSignal): ShownPage | undefined {
    const deferred = new DeferredData(page.segments);
    const shown = this.#cache.take(page, deferred);
    if (shown) void this.#settle({ page, rest }, deferred, signal);
    return shown;
  }

  async #settle(
    { page, rest }: Pick<ReceivedPage, 'page' | 'rest'>,
    deferred: DeferredData,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for await (const line of rest) {
        const datum = parseDeferredDatum(line, page);
        if (datum) deferred.settle(datum, line.length);
      }
    } catch {
      // As an answer that ends too early.
    }
    if (signal.aborted) return;
    deferred.cutOff(new Error('The answer ended before all of its data had arrived.'));
  }
}
