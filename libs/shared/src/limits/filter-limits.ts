/** Lengths are characters. */

export const entries = 50;
export const entryLength = 200;
export const textLength = 1000;
/** Latest events of an issue, with payload, on which a filter is tried before it is saved. */
export const triedEvents = 100;
export const days = 30;
