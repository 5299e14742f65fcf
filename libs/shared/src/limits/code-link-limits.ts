/** What a project's links to its code are bound by. Lengths are characters. */

export const lines = 20;
export const lineLength = 500;
/** Of a longer path no code is looked for. */
export const pathLength = 400;
/** A longer address is no link. */
export const addressLength = 1000;
