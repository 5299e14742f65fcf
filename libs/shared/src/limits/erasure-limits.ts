/** Lengths are characters, times are milliseconds. */

export const nameLength = 256;
/** A shorter user id is replaced only where it is a whole value: a 7 stands in any text. */
export const wordLength = 6;
/** Searches that have not ended, per project and for the instance. */
export const openSearches = 20;
/** A search whose person was not erased by then forgets the name. */
export const searchKeptMs = 86_400_000;
export const endedKeptMs = 30 * 86_400_000;
