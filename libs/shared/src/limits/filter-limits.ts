/** Lengths are characters. */

export const entries = 50;
export const entryLength = 200;
export const textLength = 1000;
/** Before a filter is saved, it is tried on this many of an issue's latest events with payload. */
export const triedEvents = 100;
export const days = 30;
