import type { SegmentKind } from '#shared';

/** Narrows what pages show of segments. Times are milliseconds since 1970, durations milliseconds. */
export interface SegmentFilter {
  readonly projectIds: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly kind?: SegmentKind | undefined;
  /** A part of the name, without regard to case. */
  readonly text?: string | undefined;
}

export interface Segment {
  readonly id: number;
  readonly projectId: number;
  readonly kind: SegmentKind;
  readonly name: string;
  /** The sender named an address, whose parts were replaced, in place of a route. */
  readonly isAddress: boolean;
}

export interface SegmentTotals {
  /** Segments that arrived. */
  readonly seen: number;
  /** Segments that ran, by the senders' sample rates. */
  readonly requests: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly totalMs: number;
  readonly p50Ms: number;
  readonly p75Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Names a release that is slower than the one before by more than chance. */
export interface SegmentChange {
  readonly release: string;
  readonly before: string;
  /** p95 of `release` divided by the one of `before`. */
  readonly factor: number;
  /** Calls of the operation a request, when a request makes more since `release`. */
  readonly calls?: readonly [before: number, after: number];
}

export interface SegmentRow extends Segment {
  readonly totals: SegmentTotals;
  /** Part of the time of all segments that the filter finds: 0 to 1. */
  readonly share: number;
  /** p95 of each of the last 14 days in UTC, oldest first; undefined for a day without segments. */
  readonly days: readonly (number | undefined)[];
  readonly change?: SegmentChange;
}

export interface SegmentPage {
  readonly rows: readonly SegmentRow[];
  /** Number of segments that the filter finds. */
  readonly found: number;
  /** Start of the first step that is counted, at or before the start of the filter. */
  readonly fromMs: number;
  /** Totals of all that the filter finds, without percentiles. */
  readonly requests: number;
  readonly failed: number;
  readonly totalMs: number;
  /** Set when names beyond the bound are counted as others. */
  readonly others?: { readonly requests: number; readonly totalMs: number };
}

export type SegmentOrder = 'time' | 'p95' | 'requests' | 'failed' | 'change';

export interface SegmentPoint extends SegmentTotals {
  readonly atMs: number;
}

/** A segment over time, in steps of five minutes, an hour or a day by the filter's span. */
export interface SegmentTimes {
  readonly stepMs: number;
  /** Start of the first step. */
  readonly fromMs: number;
  readonly points: readonly SegmentPoint[];
}

export interface SegmentRelease extends SegmentTotals {
  /** Empty when senders name none. */
  readonly release: string;
  readonly firstAtMs: number;
}
