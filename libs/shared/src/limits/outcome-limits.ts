const DAY_MS = 24 * 60 * 60 * 1000;

export const minutesKeptMs = 2 * DAY_MS;
export const hoursKeptMs = 90 * DAY_MS;
