/** Bounds of a project's links to its code. Lengths are characters. */

export const lines = 20;
export const lineLength = 500;
/** Code is looked for by paths of at most so many characters. */
export const pathLength = 400;
/** A longer address is no link. */
export const addressLength = 1000;
