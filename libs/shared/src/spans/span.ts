/** How a span ended. Senders that tell nothing, or tell something else, mean `ok`. */
export const spanStatuses = /* @__PURE__ */ Object.freeze(['ok', 'failed', 'cancelled'] as const);

export type SpanStatus = (typeof spanStatuses)[number];

/**
 * A segment begins with a request to a server, the load of a page, a navigation or click in it, a
 * job from a queue, or anything else (a script, a cron job, an agent).
 */
export const segmentKinds = /* @__PURE__ */ Object.freeze([
  'request',
  'page',
  'navigation',
  'job',
  'task',
] as const);

export type SegmentKind = (typeof segmentKinds)[number];

/** Segments wait for operations, which their SDKs name. */
export const operationKinds = /* @__PURE__ */ Object.freeze([
  'db',
  'http',
  'cache',
  'queue',
  'template',
  'resource',
  'other',
] as const);

export type OperationKind = (typeof operationKinds)[number];

/** The segment by which spans are counted, in one project. */
export interface SegmentName {
  readonly kind: SegmentKind;
  /** Parameterised: `GET /orders/{id}`. */
  readonly name: string;
  /**
   * True when the sender gave an address, not the route of a framework. Its parts may be slugs, which
   * only many such names together show.
   */
  readonly isAddress?: boolean;
  /** True when only the segment's name as sent is known, which may lack its method and kind. */
  readonly isGuess?: boolean;
}

interface SpanPlace {
  /** End of the span, by the sender's corrected clock. */
  readonly atMs: number;
  /** `production` when the sender names none, as for events. */
  readonly environment: string;
  readonly release?: string;
  /** Number of spans for which this one stands: 1 divided by the sender's sample rate. */
  readonly weight: number;
}

/** One segment that ended. */
export interface SegmentSample extends SegmentName, SpanPlace {
  readonly status: SpanStatus;
  readonly durationMs: number;
}

/** Calls of one operation beneath one segment name, of one item. */
export interface OperationSample extends SpanPlace {
  readonly segment: SegmentName;
  readonly kind: OperationKind;
  /** Parameterised: `select … from orders where id = ?`, or the host of a request. */
  readonly name: string;
  /** One duration in milliseconds for each call. */
  readonly durationsMs: readonly number[];
  readonly failed: number;
  /** Most calls with one statement beneath one segment within this item. */
  readonly most: number;
}

/** The spans of one item, counted. */
export interface SpanCounts {
  readonly segments: readonly SegmentSample[];
  readonly operations: readonly OperationSample[];
}
