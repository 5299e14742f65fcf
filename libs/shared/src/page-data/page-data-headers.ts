/** Headers of page requests. Answers vary by the first three. */

/** Build id and held segment keys. Any value, even an unreadable one, asks for page data. */
export const routerState = 'Router-State';
/** `route` asks for shape and layouts, `page` for everything but deferred data. */
export const prefetch = 'Router-Prefetch';
/** Key of one segment. Asks for that segment alone, deferred data included. */
export const segment = 'Router-Segment';
/** Marks a background refresh, whose answer carries no flash because nobody waits for it. */
export const refresh = 'Router-Refresh';
export const action = 'Action';
/** Marks the answer of a page that has no action of that name. */
export const actionNotFound = 'Action-Not-Found';
export const build = 'Router-Build';
