import { formatRouterState, pageDataHeaders, pageDataType, pageDataVersion } from '#page-protocol';
import type { DeferredDatum, PageData } from '#page-protocol';
import type { Expiry } from '../cache/expiry.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { shareStructure } from '../deferred/share-structure.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
import { dropAnswer, readLines } from './read-lines.ts';

export interface ArrivingPage {
  readonly data: PageData;
  readonly lines: AsyncGenerator<string, void>;
}

export interface KeepOptions {
  readonly askedIn?: number;
  /** True waits for the end of the answer and settles no deferred data. */
  readonly isPrefetch?: boolean;
  /** When aborted, missing data stay pending, because the visitor has left the page. */
  readonly signal?: AbortSignal;
}

export interface PageReader {
  ask(held: readonly string[]): Record<string, string>;
  /**
   * Resolves with undefined when the answer is not page data. Rejects when the answer breaks off
   * before its first line.
   */
  read(answer: Response): Promise<ArrivingPage | undefined>;
  readonly drop: (answer: Response) => void;
  /**
   * Stores the page of an answer; its deferred data settle as they arrive. Resolves with undefined
   * when the answer leaves out a segment that is no longer in the cache. Rejects when a prefetched
   * answer breaks off.
   */
  keep(arriving: ArrivingPage, options?: KeepOptions): Promise<ShownPage | undefined>;
}

export interface PageReaderParts {
  readonly build: string;
  readonly cache: Pick<PageCache, 'take' | 'epoch'>;
  readonly expiry: Pick<Expiry, 'note'>;
  readonly note: ComingFlash['note'];
}

export function createPageReader({ build, cache, expiry, note }: PageReaderParts): PageReader {
  return {
    ask: (held) => ({ [pageDataHeaders.routerState]: formatRouterState(build, held) }),
    drop: dropAnswer,
    async read(answer) {
      if (!answer.headers.get('Content-Type')?.startsWith(pageDataType)) return undefined;
      const lines = readLines(answer);
      const { value } = await lines.next();
      try {
        const data = JSON.parse(value as string) as PageData;
        if (data.v === pageDataVersion) {
          note(data.flash);
          return { data, lines };
        }
      } catch {
        // A proxy or another version of the server may have sent a line that is not page data.
      }
      void lines.return();
      return undefined;
    },
    async keep({ data, lines }, { askedIn = cache.epoch(), isPrefetch, signal } = {}) {
      const deferred = createDeferredData(data.segments, [], shareStructure);
      const page = cache.take(data, deferred, askedIn);
      if (!page) return undefined;
      expiry.note(page, askedIn);
      if (isPrefetch) await lines.next();
      else void settle(lines, deferred, signal);
      return page;
    },
  };
}

async function settle(
  lines: AsyncIterable<string>,
  deferred: DeferredData,
  signal?: AbortSignal,
): Promise<void> {
  try {
    for await (const line of lines) {
      deferred.settle(JSON.parse(line) as DeferredDatum, line.length);
    }
  } catch {}
  if (!signal?.aborted) deferred.close();
}
