const DAY_MS = 24 * 60 * 60 * 1000;

export const muteEvents = 1_000_000;
export const muteUsers = 100_000;
export const muteMs = 366 * DAY_MS;
export const releaseCharacters = 200;
export const commentCharacters = 10_000;
export const issuesPerChange = 100;
/** Issues of one bulk change, which is for all issues that match a search. */
export const issuesPerBulk = 10_000;
export const bulksAtWork = 3;
/** A bulk change is listed and can be undone this long. */
export const bulkKeptMs = 7 * DAY_MS;
/** Older events are not reprocessed. Reprocessing can be undone this long. */
export const reprocessedMs = 7 * DAY_MS;
/**
 * Grouping keys of an issue, and issues merged into it. Every batch of the issue's events sums
 * them.
 */
export const groupsPerIssue = 500;
export const shortIdCharacters = 100;
export const historyPage = 100;
export const framesShown = 250;
export const eventPageBytes = 400_000;
/** An issue with an event this recently is shown as still happening. */
export const recentMinutes = 5;
