/** The headers that ask for page data instead of a document, as they are written in `Vary`. */

/** Build id and the segment keys held; in any form it asks for page data. */
export const routerState = 'Router-State';
/** `route`: shape and layouts. `page`: everything but deferred data. */
export const prefetch = 'Router-Prefetch';
/** One segment's key: that segment alone, deferred data included. */
export const segment = 'Router-Segment';
