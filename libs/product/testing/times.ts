/** The time at which most specs happen: a Monday, so that weeks and days have begun. */
export const NOON_MS = Date.UTC(2026, 0, 5, 12);
