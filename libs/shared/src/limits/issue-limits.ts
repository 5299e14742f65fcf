/** Limits of triage, and of the page of an issue. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** "Until N more events". */
export const muteEvents = 1_000_000;
/** "Until M users". */
export const muteUsers = 100_000;
/** A year from now, a leap year's too. */
export const muteMs = 366 * DAY_MS;
/** What the relay keeps of a release's name. */
export const releaseCharacters = 200;
export const commentCharacters = 10_000;
/** Issues that one change is for. */
export const issuesPerChange = 100;
/** Issues that one change of all that match is for. */
export const issuesPerBulk = 10_000;
/** Changes of all that match that a person has at work. */
export const bulksAtWork = 3;
/** So long such a change is listed, and can be undone. */
export const bulkKeptMs = 7 * DAY_MS;
/** Events that occurred so long ago are not processed again. So long an order to do so can be undone. */
export const reprocessedMs = 7 * DAY_MS;
/** Grouping keys of an issue, and issues that are merged into it: every batch of its events sums them. */
export const groupsPerIssue = 500;
/** Of a short id that is typed: more than a project's slug and any number. */
export const shortIdCharacters = 100;
/** Entries of an issue's history that are read at once. */
export const historyPage = 100;
/** Of an event, on one page. */
export const framesShown = 250;
/** A document that shows an event, whatever was sent. */
export const eventPageBytes = 400_000;
/** An issue still happens that had an event within so many minutes. */
export const recentMinutes = 5;
