const DAY_MS = 24 * 60 * 60 * 1000;

export const days = 90;
/**
 * Shortest retention period. If a period of one day were allowed, an event that arrives just before
 * midnight would be deleted at midnight.
 */
export const fewestDays = 2;
export const mostDays = 365;
/** Counts by hour and by day are deleted after this time. An issue's totals per release stay. */
export const hoursKeptMs = 90 * DAY_MS;
export const dayCountsKeptMs = 400 * DAY_MS;
/** Events and bytes that one transaction deletes. Low numbers keep the transaction under 50 ms. */
export const eventsPerStep = 100;
export const bytesPerStep = 4 * 1024 * 1024;
/**
 * Deletion begins when `roomBeginsAt` of the budget, or of a project's share, is used. Deletion
 * ends at `roomEndsAt`.
 */
export const roomBeginsAt = 0.9;
export const roomEndsAt = 0.8;
export const spacePerStep = 1024 * 1024;
/** Part of the database file that stays free for new rows, up to `spaceKeptFreeBytes`. */
export const spaceKeptFree = 1 / 20;
export const spaceKeptFreeBytes = 16 * 1024 * 1024;
