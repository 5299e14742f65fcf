/** Lengths are characters. Times are milliseconds. */

export const nameLength = 256;
/**
 * Shortest user id that is erased inside longer texts. A shorter id, such as 7, is erased only
 * where it is the whole value, because it occurs in many other texts.
 */
export const wordLength = 6;
/** Names of a person that events tell beside the searched one, and that are looked for in logs. */
export const otherNames = 50;
export const openSearches = 20;
/** A search deletes the person's name after this time, unless the person is erased. */
export const searchKeptMs = 86_400_000;
export const endedKeptMs = 30 * 86_400_000;
