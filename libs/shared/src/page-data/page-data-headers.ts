/** The headers of requests for pages; the first three are what an answer varies by. */

/** Build id and the segment keys held; in any form it asks for page data. */
export const routerState = 'Router-State';
/** `route`: shape and layouts. `page`: everything but deferred data. */
export const prefetch = 'Router-Prefetch';
/** One segment's key: that segment alone, deferred data included. */
export const segment = 'Router-Segment';
/** What is shown is loaded again behind: nobody waits for it, and nothing is told that is told once. */
export const refresh = 'Router-Refresh';
/** Of a POST: name of the action, whose answer is page data. */
export const action = 'Action';
/** Of an answer: the page has no action of that name. */
export const actionNotFound = 'Action-Not-Found';
/** The header by which an answer without page data names the server's build. */
export const build = 'Router-Build';
