/** The client runtime's numbers. No other file states them. */

/** Prefetch requests in flight, for the shapes of routes and for pages together. */
export const prefetchTasksAtOnce = 5;
/** Prefetch requests in flight for pages alone. A request counts until its body ends. */
export const segmentRequestsAtOnce = 3;
/** Default age from which route data is shown and refreshed behind it. */
export const routeStaleMs = 60_000;
export const failedPrefetchRetryMs = 10_000;
export const prefetchMarginPx = 200;
/** A pointer that stays on a link this long is about to click. */
export const prefetchHoverMs = 80;
/**
 * Data that an action invalidated is not prefetched again sooner, because more actions may follow.
 */
export const prefetchAgainAfterInvalidationMs = 300;
/** Prefetched data of this age is not shown. A navigation waits for the answer instead. */
export const prefetchReusableMs = 300_000;
export const routeCacheBytes = 10_485_760;
export const segmentCacheBytes = 52_428_800;
export const cacheEvictToShare = 0.9;
export const routeLoadTimeoutMs = 3800;
export const navigationStalledMs = 3800;
export const pendingShownAfterMs = 100;
/**
 * A page whose data takes longer shows its shell. Counted from the click, once the navigation code
 * is there.
 */
export const shellShownAfterMs = 100;
/** Shown progress stays this long, so that nothing flashes. */
export const pendingShownAtLeastMs = 300;
/** Pages left last that keep their state and DOM for back and forward. */
export const keptPages = 3;
/**
 * Characters of JSON. Longer state is lost when its entry returns in another document. A tab has
 * room for about 5 million.
 */
export const restoredStateCharacters = 50_000;
export const serverFetchRetries = 3;
/** Default for a call, including retries and the body of the answer. */
export const serverFetchDeadlineMs = 10_000;
/** A deferred datum that takes longer is replaced by a fault. */
export const deferredDeadlineMs = 30_000;
/** A longer `Router-State` header is read as "nothing held". */
export const routerStateBytes = 8192;
