/**
 * Every way in which an item of a report can end (its outcome), with the possible reasons. Each
 * item with a known key has exactly one outcome. Outcomes and reasons are stored, so their meaning
 * never changes.
 */
export const outcomeReasons = /* @__PURE__ */ Object.freeze({
  stored: ['taken'],
  /** The event counts in its issue, but its payload is not stored. */
  counted: [
    /** The issue has already stored all payloads that it may store in this hour. */
    'storm',
    'budget',
  ],
  forwarded: ['sent'],
  duplicate: [
    'event_id',
    /** The same bytes brought these logs or spans before. */
    'content',
  ],
  filtered: [
    /** No page shows items of this kind, or the key must not send them. */
    'kind',
    /** The project was deleted while the item waited in a spool. */
    'no_project',
    /** The door reads no reports of this form: minidumps, OpenTelemetry, Network Error Logging. */
    'form',
    /** The attachment does not say to which event it belongs. */
    'no_event',
    'event_full',
    /** The payload of the attachment's event was not stored. */
    'event_counted',
    'budget',
    /**
     * The check-in needs a new cron monitor or environment, but the project has as many as allowed.
     */
    'monitors_full',
    // Filters of the project, under their name (`FilterName`). Files of a filtered event have the
    // same outcome.
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
    /** The project keeps only logs that are more important. */
    'level',
    /** The project keeps logs for 0 days. */
    'no_logs',
    /** The project takes no spans, or nobody has decided yet whether it does. */
    'no_spans',
    /** The project leaves out spans beneath this name, such as those of health checks. */
    'left_out',
    /** The span is of the SDK's own request to Errata. */
    'own_sending',
  ],
  rate_limited: [
    'key',
    'project',
    /**
     * The item expired before the service to which Errata forwards it accepted items of this kind.
     */
    'upstream',
    /**
     * The check-in needs a new cron monitor or environment, but check-ins have created as many as
     * allowed in the last hour.
     */
    'new_monitors',
  ],
  /**
   * Refused because of a mistake of the sender. `upstream`: the service to which the item was
   * forwarded refused it.
   */
  invalid: ['malformed', 'too_large', 'encoding', 'origin', 'upstream'],
  failed: [
    // Reasons on the relay's side for refusing a report. Senders do not try again.
    'no_room',
    'busy',
    'unwritable',
    'fault',
    // Reasons why an accepted report was stored among the failed reports.
    'unreadable',
    'processing',
    'recording',
    'damaged',
    // Reasons why Errata could not forward an accepted item to the only service that should get it.
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

/**
 * Categories in which items are counted. SDKs use the same names when they report dropped items.
 */
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
  /** An unknown category, or a request that was refused before its content was known. */
  'unknown',
] as const);

export type ItemKind = (typeof itemKinds)[number];

/** How items of a type are counted. */
export interface ItemType {
  readonly kind: ItemKind;
  /** Set when one item holds several, whose number its header claims. */
  readonly isContainer?: true;
  /** How large a payload may be. `reportLimits.keptEventBytes` where absent. */
  readonly maxBytes?: number;
}

export type OutcomeCount = Ending & {
  readonly projectId: number;
  /** Empty when the key is no longer known. */
  readonly publicKey: string;
  readonly kind: ItemKind;
  /** Any time within the minute in which the items arrived, by the relay's clock. */
  readonly atMs: number;
  readonly quantity: number;
};

/**
 * Reasons for which SDKs drop items, in the words that SDKs use. Any other reason counts as
 * `other`.
 */
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

/** Number of items that an SDK reports as dropped. No `OutcomeCount` includes them. */
export interface DiscardCount {
  readonly projectId: number;
  readonly publicKey: string;
  readonly reason: DiscardReason;
  readonly kind: ItemKind;
  readonly atMs: number;
  readonly quantity: number;
}
