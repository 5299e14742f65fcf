const KB = 1024;
const MB = 1024 * KB;

/** The client runtime's numbers (DESIGN §4). Nothing else states them. */
export const runtimeLimits = /* @__PURE__ */ Object.freeze({
  /** One task is one link's prefetch; one request in flight at a time per task. */
  prefetchTasksAtOnce: 5,
  /** Over all tasks, counted until the body ends. */
  segmentRequestsAtOnce: 3,
  /** Default age from which route data is shown and refreshed behind. */
  routeStaleMs: 60_000,
  failedPrefetchRetryMs: 10_000,
  /** From this age on prefetched data is not shown; a navigation waits for the answer. */
  prefetchReusableMs: 300_000,
  routeCacheBytes: 10 * MB,
  segmentCacheBytes: 50 * MB,
  /** Eviction stops at this share of a cache's size. */
  cacheEvictToShare: 0.9,
  /** A route's code that has not arrived by then: one full navigation. */
  routeLoadTimeoutMs: 3800,
  /** A page-data request that has not answered by then is announced as slow. */
  navigationStalledMs: 3800,
  pendingShownAfterMs: 100,
  /** GET only, on 5xx only. */
  serverFetchRetries: 3,
  /** Default for a call with its retries and the body of its answer. */
  serverFetchDeadlineMs: 10_000,
  /** A deferred datum that has not settled by then shows a fault in its place. */
  deferredDeadlineMs: 30_000,
  /** Router-State longer than this is read as "nothing held" (DESIGN §3). */
  routerStateBytes: 8 * KB,
});

/** What every SDK of ours is started with, browser and servers alike (DESIGN §4). */
export const monitoringLimits = /* @__PURE__ */ Object.freeze({
  breadcrumbs: 100,
  sendBuffer: 64,
  logFlushMs: 5000,
});

/** What the relay takes and keeps (DESIGN §5). Sizes are bytes of the decoded stream unless named wire. */
export const reportLimits = /* @__PURE__ */ Object.freeze({
  wireBytes: 20 * MB,
  /** With attachments, whose payloads are counted while they arrive and neither held nor stored. */
  decodedBytes: 100 * MB,
  /** With the framing. The most that one request holds in memory. */
  decodedBytesWithoutAttachments: 12 * MB,
  eventBytes: 1 * MB,
  attachmentBytes: 50 * MB,
  items: 100,
  headerLineBytes: 8 * KB,
  jsonDepth: 64,
  breadcrumbs: 100,
  /** First and last half are kept. */
  framesPerTrace: 200,
  exceptions: 32,
  tags: 100,
  tagKeyLength: 200,
  tagValueLength: 200,
  /** Request bytes held in memory over all requests; beyond that 503. */
  heldBytes: 64 * MB,
  /** Part of heldBytes for what requests hold beyond their first eventBytes: the rest is for ordinary ones. */
  heldLargeBytes: 48 * MB,
  /** A body of which nothing came for so long is refused. */
  bodyStallMs: 10_000,
  /** An early refusal reads and discards at most this much, for at most refusalDiscardMs. */
  refusalDiscardBytes: 256 * KB,
  refusalDiscardMs: 2000,
});
