/** Limits on what senders can make Errata store. Environment variables override some of them. */

export const reportsPerKeyAndMinute = 3000;
/**
 * Issues that a project may create at once. `newIssuesPerMinute` of them become available again
 * each minute.
 */
export const newIssues = 1000;
export const newIssuesPerMinute = 60;
export const wholeEventsPerHour = 100;
/**
 * Beyond `wholeEventsPerHour` an issue keeps the first event of each release and environment, up to
 * this many.
 */
export const firstsPerHour = 100;
/** Default storage budget, as a share of the space that is free at the first start. */
export const budgetShareOfDisk = 1 / 2;
export const projectShare = 1 / 2;
/** Share of a project's storage. */
export const dayShare = 1 / 10;
/** Bytes that an event counts besides its payload. A stub never takes more. */
export const stubBytes = 200;
