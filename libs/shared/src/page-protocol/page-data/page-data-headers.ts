/** Headers of requests for page data. The first three decide what the answer contains (`Vary`). */

/**
 * Build id, and keys of the segments that the client holds. A request with any value of this header
 * asks for page data.
 */
export const routerState = 'Router-State';
/**
 * `route` asks for the page's route and its layouts; `page` asks for everything except deferred
 * data.
 */
export const prefetch = 'Router-Prefetch';
/** Key of a segment. Asks for only this segment, deferred data included. */
export const segment = 'Router-Segment';
/** Marks a refresh in the background. Its answer carries no flash, because nobody waits for it. */
export const refresh = 'Router-Refresh';
export const action = 'Action';
/** Marks the answer of a page that has no action of the requested name. */
export const actionNotFound = 'Action-Not-Found';
export const build = 'Router-Build';
