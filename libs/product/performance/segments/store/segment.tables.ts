import type { OperationKind, SegmentKind } from '#shared';
import type { Generated } from 'kysely';
import type { SpanNumbers } from './span-sums.ts';

/** Segments of projects, and operations beneath them. */
export interface SpanNamesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** `NO_SEGMENT` for a segment; for an operation, the id of its segment. */
  readonly segment_id: number;
  /** `OTHERS` for those beyond the bound, whose name is empty. */
  readonly kind: SegmentKind | OperationKind | typeof OTHERS;
  readonly name: string;
  /** 1 when the sender named an address instead of a route. */
  readonly is_address: number;
  /** Estimated bytes of a segment's counts and those of its operations, as of the last hour. */
  readonly bytes: Generated<number>;
  /** JSON of `SlowerRelease[]`. */
  readonly slower: Generated<string>;
}

export const NO_SEGMENT = 0;
export const OTHERS = 'others';

/** A release that made a name slower in an environment. Percentiles are milliseconds. */
export interface SlowerRelease {
  readonly environmentId: number;
  readonly releaseId: number;
  readonly beforeId: number;
  readonly p95Ms: number;
  readonly p95BeforeMs: number;
  /** Calls a request, when a request makes more. The two times are then those of all calls. */
  readonly calls?: readonly [before: number, after: number] | undefined;
}

/**
 * Counts of one name in a span of time: spans that arrived (`seen`), and by the senders' sample
 * rates, those that ran, failed and were cancelled, and their time. `most` is the largest number of
 * calls of an operation within one segment that were seen at once.
 */
export interface SpanCountsTable extends Readonly<SpanNumbers> {
  /** `span_names.id`. */
  readonly name_id: number;
  /** One of `STEPS`. */
  readonly step: number;
  readonly starts_at: number;
  /** `counted_names.id` or `OTHER`. */
  readonly environment_id: number;
  /** `counted_names.id`, `UNNAMED` or `OTHER`; `UNNAMED` for days of all releases. */
  readonly release_id: number;
  /** `DurationHistogram` of the spans that arrived. */
  readonly durations: Uint8Array;
}

/** Spans of one project and batch, until a job adds them to the counts. */
export interface SpanArrivalsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** JSON of `ArrivedSum[]`. */
  readonly sums: string;
}

/** Items that were counted within the hour, so that the same bytes count once. */
export interface SpanItemsTable {
  /** 52 bits of a hash of the project and the item's bytes. */
  readonly hash: number;
  readonly at: number;
}

export const tables = ['span_names', 'span_counts', 'span_arrivals', 'span_items'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly span_names: SpanNamesTable;
    readonly span_counts: SpanCountsTable;
    readonly span_arrivals: SpanArrivalsTable;
    readonly span_items: SpanItemsTable;
  }
}
