import type { Head, PageData, SegmentData } from '#shared';
import type { DeferredData, DeferredSegment } from '../deferred/deferred-data.ts';

/** What one segment shows: the same object as long as it does not change. */
export interface SegmentContent {
  readonly key: string;
  readonly view: string;
  readonly head: Head;
  readonly tags: readonly string[];
  /** What its view is given: the loader's data, and a promise for each deferred datum. */
  readonly props: Readonly<Record<string, unknown>>;
}

/** A page that can be shown: every segment of it is there. */
export interface ShownPage {
  /** Canonical address: path and query within the application's base path. */
  readonly url: string;
  readonly status: number;
  /** Outermost first; the page, or the outcome in its place, is the last. */
  readonly segments: readonly SegmentContent[];
  /** The page's data is not there: a loading view stands in the place of what is missing. */
  readonly isShell?: boolean;
}

/** A page of an answer that leaves nothing out. */
export function toShownPage(
  { url, status, segments }: PageData,
  deferred: DeferredData,
): ShownPage {
  const contents = segments.map((segment, index) => toContent(segment, deferred.segments[index]));
  return { url, status, segments: contents };
}

/** What a segment shows, of its part of line 1 and what of it comes later. */
export function toContent(segment: SegmentData, deferred?: DeferredSegment): SegmentContent {
  const { data, ...rest } = segment;
  return { ...rest, props: { ...(data as object), ...deferred?.props } };
}
