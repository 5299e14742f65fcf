/** Time from a redirect to the page that it leads to. */
export const keptMs = 60_000;
export const textLength = 300;
/**
 * A message that does not fit into the cookie loses its undo. Browsers accept 4096 bytes with the
 * name.
 */
export const cookieBytes = 3800;
