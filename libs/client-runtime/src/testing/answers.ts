import { pageDataType } from '#page-protocol';
import type { DeferredDatum, PageData, SegmentData } from '#page-protocol';
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

export function toLines(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

export function toResponse(
  body: BodyInit | null,
  { status = 200, type = pageDataType }: { status?: number; type?: string } = {},
): Response {
  return new Response(body, { status, headers: { 'Content-Type': type } });
}
