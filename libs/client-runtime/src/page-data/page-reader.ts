import { formatRouterState, pageDataHeaders, pageDataType } from '#shared';
import type { Flash, PageData } from '#shared';
import type { Expiry } from '../cache/expiry.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { shareStructure } from '../deferred/share-structure.ts';
import { dropAnswer, readLines } from './read-lines.ts';
import { readDeferredDatum, readPageData } from './read-page-data.ts';

/** Page data as it arrives: line 1, and what follows. */
export interface ArrivingPage {
  readonly data: PageData;
  readonly lines: AsyncGenerator<string, void>;
}

export interface KeepOptions {
  /** Epoch of the cache in which it was asked for; this one unless said. */
  readonly askedIn?: number;
  /** Nothing more comes of it than its end, which is waited for. */
  readonly isPrefetch?: boolean;
  /** After it is aborted, what has not arrived stays open: the page was left, not cut off. */
  readonly signal?: AbortSignal;
}

/** Asks for page data, reads what is answered, and keeps what that brings. */
export interface PageReader {
  /** Headers of every request for page data; `held`: keys of segments that need not be sent. */
  ask(held: readonly string[]): Record<string, string>;
  /** Undefined for any other answer. Rejects when it breaks off before its first line. */
  read(answer: Response): Promise<ArrivingPage | undefined>;
  /** Has the browser end an answer that is none. */
  readonly drop: (answer: Response) => void;
  /**
   * The page of an answer, whose deferred data settle as they arrive. Undefined when it leaves out what is not held
   * any longer. Rejects when a prefetched one breaks off.
   */
  keep(arriving: ArrivingPage, options?: KeepOptions): Promise<ShownPage | undefined>;
}

export interface PageReaderParts {
  /** Of this code. */
  readonly build: string;
  readonly cache: Pick<PageCache, 'take' | 'epoch'>;
  readonly expiry: Pick<Expiry, 'note'>;
  /** Told what an answer tells once. */
  readonly onFlash: (flash: Flash | undefined) => void;
}

export function createPageReader({ build, cache, expiry, onFlash }: PageReaderParts): PageReader {
  return {
    ask: (held) => ({ [pageDataHeaders.routerState]: formatRouterState(build, held) }),
    drop: dropAnswer,
    async read(answer) {
      if (!answer.headers.get('Content-Type')?.startsWith(pageDataType)) return undefined;
      const lines = readLines(answer);
      const { value } = await lines.next();
      try {
        const data = readPageData(value ?? '');
        onFlash(data?.flash);
        if (data) return { data, lines };
      } catch {
        // A proxy's, or of another version.
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
      const datum = readDeferredDatum(line);
      if (datum) deferred.settle(datum, line.length);
    }
  } catch {
    // As an answer that ends too early.
  }
  if (!signal?.aborted) deferred.close();
}
