/** The client runtime's numbers. Nothing else states them. */

/** One task is one link's prefetch; one request in flight at a time per task. */
export const prefetchTasksAtOnce = 5;
/** Over all tasks, counted until the body ends. */
export const segmentRequestsAtOnce = 3;
/** Default age from which route data is shown and refreshed behind. */
export const routeStaleMs = 60_000;
export const failedPrefetchRetryMs = 10_000;
/** How far outside of the view a link is that is prefetched. */
export const prefetchMarginPx = 200;
/** A pointer that stays on a link for so long is about to click. */
export const prefetchHoverMs = 80;
/** What an action invalidated is not prefetched again sooner: others may follow it. */
export const prefetchAgainAfterInvalidationMs = 300;
/** From this age on prefetched data is not shown; a navigation waits for the answer. */
export const prefetchReusableMs = 300_000;
/** 10 MB. */
export const routeCacheBytes = 10_485_760;
/** 50 MB. */
export const segmentCacheBytes = 52_428_800;
/** Eviction stops at this share of a cache's size. */
export const cacheEvictToShare = 0.9;
/** A route's code that has not arrived by then: one full navigation. */
export const routeLoadTimeoutMs = 3800;
/** A page-data request that has not answered by then is announced as slow. */
export const navigationStalledMs = 3800;
export const pendingShownAfterMs = 100;
/** A page whose data is not there by then, counted from the click once the code that navigates is there, shows its shell. */
export const shellShownAfterMs = 100;
/** What is shown of it stays that long, so that nothing flashes. */
export const pendingShownAtLeastMs = 300;
/** Pages left last that keep their state and their part of the document for back and forward. */
export const keptPages = 3;
/** As JSON. What is longer does not come back with its entry in another document: a tab has room for about 5 million. */
export const restoredStateCharacters = 50_000;
/** GET only, on 5xx only. */
export const serverFetchRetries = 3;
/** Default for a call with its retries and the body of its answer. */
export const serverFetchDeadlineMs = 10_000;
/** A deferred datum that has not settled by then shows a fault in its place. */
export const deferredDeadlineMs = 30_000;
/** 8 KB. Router-State longer than this is read as "nothing held". */
export const routerStateBytes = 8192;
