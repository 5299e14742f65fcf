/** What a project may filter (ADR 95). Lengths are characters. */

/** Patterns or networks in each list. */
export const entries = 50;
export const entryLength = 200;
/** Of a message, as far as patterns look. */
export const textLength = 1000;
/** Events of an issue that a filter is tried on before it is saved: the latest that are kept whole. */
export const triedEvents = 100;
/** Days of outcomes that the page "Data" shows, with the day that has begun. */
export const days = 30;
