import type { Head, PageData, SegmentData } from '#page-protocol';
import type { DeferredData, DeferredSegment } from '../deferred/deferred-data.ts';

/** The content of one segment. The object stays the same until its content changes. */
export interface SegmentContent {
  readonly key: string;
  readonly view: string;
  readonly head: Head;
  readonly tags: readonly string[];
  readonly props: Readonly<Record<string, unknown>>;
}

/**
 * A page with all its segments, ready to be shown.
 *
 * ```tsx
 * const page: ShownPage = toShownPage(payload.page, deferred);
 * const title = page.segments.at(-1)?.head.title;
 * const isOutcome = page.status >= 400;
 * ```
 */
export interface ShownPage {
  /** Canonical address: path and query within the application's base path. */
  readonly url: string;
  readonly status: number;
  /** Layouts, outermost first, followed by the page or by the outcome in its place. */
  readonly segments: readonly SegmentContent[];
  /** True when a loading view takes the place of the missing segments. */
  readonly isShell?: boolean;
}

/**
 * Builds the page of an answer that contains every segment.
 *
 * ```tsx
 * const deferred = createDeferredData(payload.page.segments, payload.settled);
 * const page = toShownPage(payload.page, deferred);
 * const place = { page, stay: 0, address: basePath + page.url };
 * <PageTree application={application} places={[place]} />;
 * ```
 */
export function toShownPage(
  { url, status, segments }: PageData,
  deferred: DeferredData,
): ShownPage {
  const contents = segments.map((segment, index) => toContent(segment, deferred.segments[index]));
  return { url, status, segments: contents };
}

export function toContent(segment: SegmentData, deferred?: DeferredSegment): SegmentContent {
  const { data, ...rest } = segment;
  return { ...rest, props: { ...(data as object), ...deferred?.props } };
}
