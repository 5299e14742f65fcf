/** How far the clock of who makes an internal call may be from that of the relay. */
export const callAgeMs = 60_000;
/** The latest ones. */
export const failedReportsShown = 50;
