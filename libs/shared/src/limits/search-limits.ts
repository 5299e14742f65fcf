/** Limits of finding what people quote (DESIGN §6: a search has at most 500 characters). */

export const quoteLength = 500;
/** Fewer digits of an event's id lead to too many events. */
export const shortestEventId = 8;
/** Events that one quote lists, and that one trace is read from. */
export const eventsFound = 20;
/** Of a trace's timeline: the last ones. */
export const timelineSteps = 300;
