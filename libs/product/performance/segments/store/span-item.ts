import type { Ending, SpanCounts } from '#shared';

/** Spans of one item, as counts. The spans themselves are not kept. */
export interface SpanItem extends SpanCounts {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** Position in the report. Together with the report's identity, identifies the item. */
  readonly item: number;
  /** Hash of the bytes that were sent, by which the same bytes count once within the hour. */
  readonly content: string;
  /** A transaction ends as one item, with all of its spans. Spans of other items end one by one. */
  readonly kind: 'span' | 'transaction';
  /** Items of `kind` that end as stored, or as duplicate when the same bytes came before. */
  readonly taken: number;
  /** Endings of items of `kind` that are not counted. */
  readonly dropped: readonly (Ending & { readonly quantity: number })[];
}

declare module '#product/recording/reports' {
  interface ReportItems {
    readonly spans?: readonly SpanItem[];
  }
}
