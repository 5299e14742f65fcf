const DAY_MS = 24 * 60 * 60 * 1000;

export const muteEvents = 1_000_000;
export const muteUsers = 100_000;
/** Users within a window are those of so many newest events of each group, so no more can be met. */
export const muteUsersInWindow = 10_000;
export const muteMs = 366 * DAY_MS;
export const releaseCharacters = 200;
export const commentCharacters = 10_000;
export const issuesPerChange = 100;
/** Issues that one bulk change (a change of all issues that a search finds) may change. */
export const issuesPerBulk = 10_000;
export const bulksAtWork = 3;
/** Bulk changes are listed, and can be undone, for this long. */
export const bulkKeptMs = 7 * DAY_MS;
/**
 * Only events that occurred within this time are reprocessed. Reprocessing can be undone for the
 * same time.
 */
export const reprocessedMs = 7 * DAY_MS;
/**
 * Maximum number of grouping keys of an issue, and of issues merged into it. Errata adds up all
 * their counts whenever it stores events of the issue.
 */
export const groupsPerIssue = 500;
export const shortIdCharacters = 100;
export const historyPage = 100;
export const framesShown = 250;
export const eventPageBytes = 400_000;
/** An issue whose latest event is at most this old is shown as still happening. */
export const recentMinutes = 5;
/** An unresolved issue is new for this time after its first event, unless it regressed. */
export const newForMs = DAY_MS;
