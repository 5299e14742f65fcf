/**
 * Every way in which an item of a report can end, and why. Each item with a known key ends in
 * exactly one. The set is closed and stored, so a name never changes its meaning.
 */
export const outcomeReasons = /* @__PURE__ */ Object.freeze({
  stored: ['taken'],
  /** The event counts in its issue, but only a stub is kept. */
  counted: [
    /** The issue keeps no more events of this hour. */
    'storm',
    'budget',
  ],
  /** The item was sent to another service, and nothing else was to be done with it. */
  forwarded: ['sent'],
  duplicate: ['event_id'],
  filtered: [
    /** No page shows items of this kind, or the key does not take them. */
    'kind',
    /** The project was deleted while the item waited in a spool. */
    'no_project',
    /** The attachment does not name what it belongs to. */
    'no_event',
    'event_full',
    /** The event of the attachment was counted, not kept. */
    'event_counted',
    'budget',
    /**
     * The project has as many cron monitors or environments as it may, and the check-in needs a new
     * one.
     */
    'monitors_full',
    // Filters of the project by their name (`FilterName`). Files of a filtered event end the same
    // way.
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
    /**
     * The service that the item was forwarded to took nothing like it for as long as the item was
     * kept.
     */
    'upstream',
    /**
     * The check-in needs a new cron monitor or environment, and check-ins have created as many as
     * they may in an hour.
     */
    'new_monitors',
  ],
  /**
   * Refused for a mistake of the sender; `upstream` means refused by the service that the item was
   * forwarded to.
   */
  invalid: ['malformed', 'too_large', 'encoding', 'origin', 'upstream'],
  failed: [
    // Refused because of the relay. Senders do not try again.
    'no_room',
    'busy',
    'unwritable',
    'fault',
    // Acknowledged, and set aside with the report.
    'unreadable',
    'processing',
    'recording',
    'damaged',
    // Acknowledged, but never forwarded to the only service that was to get it.
    'upstream_away',
    'upstream_full',
  ],
} as const);

export type Outcome = keyof typeof outcomeReasons;

export type Ending = {
  readonly [Each in Outcome]: {
    readonly outcome: Each;
    readonly reason: (typeof outcomeReasons)[Each][number];
  };
}[Outcome];

/** Categories by which items are counted. SDKs use these names when they count what they drop. */
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
  /** An unknown kind, or a request that was refused before its content was known. */
  'unknown',
] as const);

export type ItemKind = (typeof itemKinds)[number];

export type OutcomeCount = Ending & {
  readonly projectId: number;
  /** Empty when the key is no longer known. */
  readonly publicKey: string;
  readonly kind: ItemKind;
  /** Any time within the minute in which the items arrived, by the relay's clock. */
  readonly atMs: number;
  readonly quantity: number;
};

/** Why SDKs drop items, in their own words. Any other reason counts as `other`. */
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

/** Number of items that an SDK says it has dropped. No `OutcomeCount` includes them. */
export interface DiscardCount {
  readonly projectId: number;
  readonly publicKey: string;
  readonly reason: DiscardReason;
  readonly kind: ItemKind;
  readonly atMs: number;
  readonly quantity: number;
}
