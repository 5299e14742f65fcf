/** Limits of searching, and of finding what people quote. */

/** Limits a search, and so what is quoted. */
export const queryCharacters = 500;
/** Values that a search asks for, with words that have `!` or `*`: each of them is looked up by itself. */
export const valuesAsked = 50;
/** By which an issue is found: of its type, place and message, in this order. */
export const wordsKept = 100;
export const wordCharacters = 64;
/** Issues that are counted for "of about". */
export const issuesCounted = 10_000;
/** Matches, those seen last, that a sort by events, users or trend looks at. */
export const issuesSorted = 2000;
/** Of a tag that is searched by a pattern, and pairs of a value and a group that has it. */
export const tagValuesSearched = 100_000;
/** Of a person or a project. */
export const savedPerOwner = 50;
export const savedNameCharacters = 60;
/** Values that are offered while one types. */
export const completions = 12;
/** Fewer digits of an event's id lead to too many events. */
export const shortestEventId = 8;
/** Events that one quote lists, and that one trace is read from. */
export const eventsFound = 20;
/** Of a trace's timeline: the last ones. */
export const timelineSteps = 300;
/** Events of an issue that are counted for "of". */
export const eventsCounted = 10_000;
/** Events of an issue that one search looks through: whose payloads it reads, or whose columns are enough. */
export const payloadsSearched = 2000;
export const columnsSearched = 5000;
/** Columns of tags in the list of an issue's events. */
export const tagColumns = 8;
