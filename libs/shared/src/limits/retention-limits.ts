/** How long what projects sent is kept, and how what is removed gives its room back. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** Of a project that sets nothing. */
export const days = 90;
/** With fewer, midnight would remove what came a moment ago. */
export const fewestDays = 2;
export const mostDays = 365;
/** Counts by the hour and by the day that are older are dropped; what an issue has of a release in all stays. */
export const hoursKeptMs = 90 * DAY_MS;
export const dayCountsKeptMs = 400 * DAY_MS;
/** Removed by one transaction at most, so that it takes less than 50 ms. */
export const eventsPerStep = 100;
export const bytesPerStep = 4 * 1024 * 1024;
/** Of the budget, or of a project's share: from here on room is made, until so little is left. */
export const roomBeginsAt = 0.9;
export const roomEndsAt = 0.8;
/** Of the database's file, given back by one step. */
export const spacePerStep = 1024 * 1024;
/** Left free for what comes next: this part of the file, and no more bytes than these. */
export const spaceKeptFree = 1 / 20;
export const spaceKeptFreeBytes = 16 * 1024 * 1024;
