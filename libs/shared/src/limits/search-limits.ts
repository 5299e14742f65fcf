export const queryCharacters = 500;
/**
 * Most values in one search. Words with `!` or `*` count as values, because each of them needs its
 * own lookup.
 */
export const valuesAsked = 50;
/**
 * Words of an issue that are stored for searching: those of its type, then of its place, then of
 * its message.
 */
export const wordsKept = 100;
export const wordCharacters = 64;
export const issuesCounted = 10_000;
/**
 * Maximum number of matches that a sort by events, users or trend considers. When there are more,
 * only the issues seen last are sorted.
 */
export const issuesSorted = 2000;
/**
 * Maximum number of a tag's values that the patterns of a search are compared with, all patterns
 * together. Also the maximum number of grouping keys with a matching value.
 */
export const tagValuesSearched = 100_000;
export const savedPerOwner = 50;
export const savedNameCharacters = 60;
export const completions = 12;
/** Fewest digits with which an event id can be searched. Fewer would match too many events. */
export const shortestEventId = 8;
export const eventsFound = 20;
export const timelineSteps = 300;
export const eventsCounted = 10_000;
/**
 * Maximum number of an issue's events that one search reads. The first limit applies when the
 * search needs payloads, the second when columns are enough.
 */
export const payloadsSearched = 2000;
export const columnsSearched = 5000;
export const tagColumns = 8;
