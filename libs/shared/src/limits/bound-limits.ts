/** Limits on data that senders make Errata store. Environment variables override some of them. */

export const reportsPerKeyAndMinute = 3000;
/**
 * New issues that a project may create in a burst. Each minute allows `newIssuesPerMinute` more.
 */
export const newIssues = 1000;
export const newIssuesPerMinute = 60;
export const wholeEventsPerHour = 100;
/**
 * After `wholeEventsPerHour` events, an issue still stores the payloads of first events: at most
 * this many, one for each release and environment.
 */
export const firstsPerHour = 100;
/** Default storage budget, as a share of the space that is free at the first start. */
export const budgetShareOfDisk = 1 / 2;
export const projectShare = 1 / 2;
/** Share of a project's storage that one day may use. */
export const dayShare = 1 / 10;
/**
 * Bytes that the budget counts for each event besides its payload. An event without payload never
 * takes more.
 */
export const stubBytes = 200;
