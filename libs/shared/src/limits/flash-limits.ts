/** Limits of a flash message that waits for its page. */

/** From a redirect to the page that it leads to. */
export const keptMs = 60_000;
/** A longer text is cut. */
export const textLength = 300;
/** Of the cookie that it is kept in; one that does not fit goes without its undo. Browsers take 4096 with its name. */
export const cookieBytes = 3800;
