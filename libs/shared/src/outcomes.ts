/**
 * Every way in which an item of a report can end, and why. Each item that a known key sent ends in exactly
 * one. The closed set: what stands here is stored, and never changes its meaning.
 */
export const outcomeReasons = /* @__PURE__ */ Object.freeze({
  stored: ['taken'],
  /** An event that counts in its issue, and of which no more than a stub is kept. */
  counted: [
    /** Beyond what the issue keeps of an hour. */
    'storm',
    /** Beyond the storage budget. */
    'budget',
  ],
  /** To another service, where that is all that is done with it. */
  forwarded: ['sent'],
  duplicate: ['event_id'],
  filtered: [
    /** Nothing shows what is of its kind, or its key takes none of that kind. */
    'kind',
    /** Its project was deleted while it waited in a spool. */
    'no_project',
    /** An attachment that names nothing which it belongs to. */
    'no_event',
    /** An attachment beyond what is kept of one event. */
    'event_full',
    /** An attachment whose event was counted, not kept. */
    'event_counted',
    /** An attachment beyond the storage budget. */
    'budget',
    /** A check-in of a new cron monitor, or environment, in a project that has as many as may be. */
    'monitors_full',
    // What the project filters, by the name of the filter (`FilterName`), with the files of it.
    'extensions',
    'crawlers',
    'noise',
    'outdated',
    'localhost',
    'health',
    'messages',
    'releases',
    'environments',
    'networks',
    'rules',
  ],
  rate_limited: [
    'key',
    'project',
    /** The service that it was forwarded to took none like it, for as long as it was kept. */
    'upstream',
    /** A check-in of a new cron monitor, or environment, beyond those that check-ins may make in an hour. */
    'new_monitors',
  ],
  /** Refused for what its sender got wrong; `upstream`: by the service that it was forwarded to. */
  invalid: ['malformed', 'too_large', 'encoding', 'origin', 'upstream'],
  failed: [
    // Refused for the relay's own sake: senders do not try again.
    'no_room',
    'busy',
    'unwritable',
    'fault',
    // Acknowledged, and kept aside with the report.
    'unreadable',
    'processing',
    'recording',
    'damaged',
    // Acknowledged, and never forwarded to the one service that was to have it.
    'upstream_away',
    'upstream_full',
  ],
} as const);

export type Outcome = keyof typeof outcomeReasons;

/** How an item ended: an outcome with one of its own reasons. */
export type Ending = {
  readonly [Each in Outcome]: {
    readonly outcome: Each;
    readonly reason: (typeof outcomeReasons)[Each][number];
  };
}[Outcome];

/** What items are counted by: the names that SDKs have for them where they count what they drop. */
export const itemKinds = /* @__PURE__ */ Object.freeze([
  'error',
  'security',
  'transaction',
  'attachment',
  'session',
  'monitor',
  'replay',
  'profile',
  'span',
  'log_item',
  'trace_metric',
  'feedback',
  'default',
  'internal',
  /** Of no kind that is known, and requests that were refused before it was known what is in them. */
  'unknown',
] as const);

export type ItemKind = (typeof itemKinds)[number];

/** So many items that one key sent and that ended alike. */
export type OutcomeCount = Ending & {
  readonly projectId: number;
  /** Empty when it is not known any more. */
  readonly publicKey: string;
  readonly kind: ItemKind;
  /** When they came, by the relay's clock: any time within its minute. */
  readonly atMs: number;
  readonly quantity: number;
};

/** Why SDKs drop what they do not send, in their own words; what none of them says counts as `other`. */
export const discardReasons = /* @__PURE__ */ Object.freeze([
  'before_send',
  'backpressure',
  'buffer_overflow',
  'cache_overflow',
  'callback_error',
  'event_processor',
  'ignored',
  'insufficient_data',
  'internal_sdk_error',
  'invalid',
  'network_error',
  'no_parent_span',
  'queue_overflow',
  'ratelimit_backoff',
  'sample_rate',
  'send_error',
  'filtered',
  'other',
] as const);

export type DiscardReason = (typeof discardReasons)[number];

/** So many items that the SDK with that key says it has dropped itself. They are none of those that ended here. */
export interface DiscardCount {
  readonly projectId: number;
  readonly publicKey: string;
  readonly reason: DiscardReason;
  readonly kind: ItemKind;
  /** When it said so, by the relay's clock. */
  readonly atMs: number;
  readonly quantity: number;
}
