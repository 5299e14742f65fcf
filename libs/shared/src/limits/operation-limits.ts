/** Largest difference between the clocks of the relay and of the service that calls it. */
export const callAgeMs = 60_000;
export const failedReportsShown = 50;
