import type { SpanStatus } from '#shared';
import type { JsonObject } from '../json/shape.ts';
import type { Receipt } from '../reading/timestamps.ts';

/**
 * `container`: an item `span` with the content type of the second version, `{items: […]}`.
 * `transaction`: an event with its spans. `span`: one span of the first version.
 */
export type SpanForm = 'container' | 'transaction' | 'span';

export interface SpanReceipt extends Receipt {
  /** `sample_rate` of the envelope's `trace` header, as sent. */
  readonly traceSampleRate?: unknown;
}

/** A span in one form for all SDKs. Names are as sent, so they may contain anything. */
export interface Span {
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly isSegment: boolean;
  readonly segmentId: string | undefined;
  readonly segmentName: string | undefined;
  readonly op: string;
  readonly name: string;
  /** The SDK's word for how a segment got its name: `route`, `url`, `task`, `custom` and others. */
  readonly source: string | undefined;
  readonly status: SpanStatus;
  /** End by the sender's corrected clock, in whole milliseconds since 1970. */
  readonly atMs: number;
  /** At most a day. A span that ends before it starts has 0. */
  readonly durationMs: number;
  readonly environment: string;
  readonly release: string | undefined;
  /** Number of spans for which this one stands, by the sender's sample rate. */
  readonly weight: number;
  /** Upper case, when it is a method of HTTP. */
  readonly method: string | undefined;
  /** URL as sent; a path when the SDK sends nothing else. */
  readonly address: string | undefined;
  /** Attributes as sent, which `readAttribute` reads. */
  readonly attributes: JsonObject;
}

export interface ReadSpans {
  readonly spans: readonly Span[];
  /** Number of spans that the item has. */
  readonly sent: number;
  /** Number of spans without ids or times, or beyond the limit of an item. */
  readonly malformed: number;
}
