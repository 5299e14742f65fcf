/** How far the clock of who makes an internal call may be from that of the relay. */
export const callAgeMs = 60_000;
export const failedReportsPerPage = 50;
/** Reasons by which failed reports are added up: the commonest. */
export const reasonsShown = 10;
