/** Maximum number of simultaneous prefetch requests, for pages and for the layouts around them. */
export const prefetchTasksAtOnce = 5;
/**
 * Maximum number of simultaneous prefetch requests for pages only. A request counts until its body
 * ends.
 */
export const segmentRequestsAtOnce = 3;
/**
 * Default age at which route data is outdated. Outdated data is still shown, and refreshed in the
 * background.
 */
export const routeStaleMs = 60_000;
export const failedPrefetchRetryMs = 10_000;
export const prefetchMarginPx = 200;
/** A pointer that has been on a link for this long is about to click. */
export const prefetchHoverMs = 80;
/**
 * Data that an action changed is not prefetched again within this time, because further actions may
 * follow.
 */
export const prefetchAgainAfterInvalidationMs = 300;
/** Prefetched data of this age is no longer shown. A navigation waits for new data instead. */
export const prefetchReusableMs = 300_000;
export const routeCacheBytes = 10_485_760;
export const segmentCacheBytes = 52_428_800;
export const cacheEvictToShare = 0.9;
export const routeLoadTimeoutMs = 3800;
/** A document that fails again within this time is not reloaded a second time. */
export const reloadAgainMs = 60_000;
export const navigationStalledMs = 3800;
/** A navigation whose first line has not arrived by then becomes a document. */
export const navigationAbandonedMs = 30_000;
export const pendingShownAfterMs = 100;
/**
 * A navigation shows the page's shell when its data takes longer than this. The time starts at the
 * click, or when the navigation code has loaded.
 */
export const shellShownAfterMs = 100;
/** A progress indicator stays at least this long, so that it does not flash. */
export const pendingShownAtLeastMs = 300;
/** Pages that keep their state and DOM after they were left, for back and forward. */
export const keptPages = 3;
/**
 * Characters of a page's state as JSON. Longer state is lost when the visitor returns to the page
 * in another document. A tab's storage has space for about 5 million characters.
 */
export const restoredStateCharacters = 50_000;
export const serverFetchRetries = 3;
/** Default time limit of a fetch on the server, including retries and the body of the answer. */
export const serverFetchDeadlineMs = 10_000;
/** A loader or a deferred datum that takes longer than this is replaced by a fault. */
export const deferredDeadlineMs = 30_000;
/** Pages and other answers that are made at once for one visitor. Further ones wait. */
export const pagesAtOnce = 8;
/** A connection is closed when its visitor has read nothing of an answer for this time. */
export const pageReadMs = 60_000;
/** Longest `Router-State` header. A longer header is treated as if the client held no segments. */
export const routerStateBytes = 8192;
