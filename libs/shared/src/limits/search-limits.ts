export const queryCharacters = 500;
/** Values of one search, and words with `!` or `*`. Each of them needs a lookup of its own. */
export const valuesAsked = 50;
/** Words by which an issue is found: those of its type, place and message, in this order. */
export const wordsKept = 100;
export const wordCharacters = 64;
export const issuesCounted = 10_000;
/** A sort by events, users or trend looks only at this many matches, those seen last. */
export const issuesSorted = 2000;
/** Values of a tag on which a pattern is tried, and grouping keys that have a matching value. */
export const tagValuesSearched = 100_000;
export const savedPerOwner = 50;
export const savedNameCharacters = 60;
export const completions = 12;
/** Fewer digits of an event id match too many events. */
export const shortestEventId = 8;
export const eventsFound = 20;
export const timelineSteps = 300;
export const eventsCounted = 10_000;
/**
 * Events of an issue that one search looks at: when it needs payloads, and when columns are enough.
 */
export const payloadsSearched = 2000;
export const columnsSearched = 5000;
export const tagColumns = 8;
