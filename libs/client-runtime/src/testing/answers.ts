import { pageDataType } from '#page-protocol';
import type { DeferredDatum, PageData, SegmentData } from '#page-protocol';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createDeferredData } from '../deferred/deferred-data.ts';
import type { DeferredData } from '../deferred/deferred-data.ts';
import { shareStructure } from '../deferred/share-structure.ts';

export function toSegment(key: string, rest: Partial<SegmentData> = {}): SegmentData {
  return { key, view: `${key}.view`, head: {}, tags: [], data: { of: key }, ...rest };
}

export function toHeldSegment(key: string): SegmentData {
  return { key, view: `${key}.view`, head: {}, tags: [] };
}

export function toPageData(
  url: string,
  segments: readonly SegmentData[],
  rest: Partial<PageData> = {},
): PageData {
  return { v: 1, build: 'b1', url, status: 200, staleMs: 60_000, segments, ...rest };
}

export function toDeferredData(
  segments: readonly SegmentData[],
  settled: readonly DeferredDatum[] = [],
): DeferredData {
  return createDeferredData(segments, settled, shareStructure);
}

export interface Answer {
  readonly data: PageData;
  readonly deferred: DeferredData;
}

export function toAnswer(...page: Parameters<typeof toPageData>): Answer {
  const data = toPageData(...page);
  return { data, deferred: toDeferredData(data.segments) };
}

/** Takes a page into a cache. Throws if the cache lacks a segment that the page leaves out. */
export function takePage(
  cache: Pick<PageCache, 'take'>,
  ...page: Parameters<typeof toPageData>
): ShownPage {
  const { data, deferred } = toAnswer(...page);
  const shown = cache.take(data, deferred);
  if (!shown) throw new Error('A segment is held that the cache does not hold.');
  return shown;
}

export function toLines(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

export function toResponse(
  body: BodyInit | null,
  { status = 200, type = pageDataType }: { status?: number; type?: string } = {},
): Response {
  return new Response(body, { status, headers: { 'Content-Type': type } });
}
