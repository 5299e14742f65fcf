/** Lengths are characters. */

export const entries = 50;
export const entryLength = 200;
export const textLength = 1000;
/**
 * Number of an issue's latest events with payload on which a filter is tried before it is saved.
 */
export const triedEvents = 100;
export const days = 30;
