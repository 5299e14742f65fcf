const DAY_MS = 24 * 60 * 60 * 1000;

export const days = 90;
/** A single day would let midnight delete events that arrived a moment ago. */
export const fewestDays = 2;
export const mostDays = 365;
/** Older counts by hour and by day are deleted. Totals of an issue per release stay. */
export const hoursKeptMs = 90 * DAY_MS;
export const dayCountsKeptMs = 400 * DAY_MS;
/** Bounds of one deleting transaction, which keep it under 50 ms. */
export const eventsPerStep = 100;
export const bytesPerStep = 4 * 1024 * 1024;
/**
 * Deletion begins when this share of the budget, or of a project's part, is used. Deletion stops at
 * `roomEndsAt`.
 */
export const roomBeginsAt = 0.9;
export const roomEndsAt = 0.8;
export const spacePerStep = 1024 * 1024;
/** Part of the file that stays free for new rows, up to `spaceKeptFreeBytes`. */
export const spaceKeptFree = 1 / 20;
export const spaceKeptFreeBytes = 16 * 1024 * 1024;
