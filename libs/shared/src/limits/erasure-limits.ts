/** Finding, exporting and erasing what is stored of a person. Lengths are characters, times milliseconds. */

/** Of a user id, mail address or network address. */
export const nameLength = 256;
/** A shorter user id is replaced where it is a whole value only: 7 stands in any text. */
export const wordLength = 6;
/** Searches of a project, or of the instance, that have not ended. */
export const openSearches = 20;
/** After this a search that led to nothing forgets whom it was for. */
export const searchKeptMs = 86_400_000;
/** What has ended is listed this long. */
export const endedKeptMs = 30 * 86_400_000;
