/** Lengths are characters. Times are milliseconds. */

export const nameLength = 256;
/**
 * Shortest user id that is erased inside longer texts. A shorter id is erased only where it is the
 * whole value, because many texts contain a 7.
 */
export const wordLength = 6;
export const openSearches = 20;
/** A search deletes the person's name after this time, unless the person is erased. */
export const searchKeptMs = 86_400_000;
export const endedKeptMs = 30 * 86_400_000;
