/** Longest time between a redirect with a message and the page that shows the message. */
export const keptMs = 60_000;
export const textLength = 300;
/**
 * Size of the cookie that carries a message. A longer message loses its undo button. Browsers
 * accept 4096 bytes, which include the cookie's name.
 */
export const cookieBytes = 3800;
