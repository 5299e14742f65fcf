/** What accounts are bound by (DESIGN §6). Lengths are characters. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The longest that mail knows: https://www.rfc-editor.org/errata/eid1690 */
export const emailLength = 254;
export const passwordMinLength = 10;
export const passwordMaxLength = 256;
export const nameLength = 100;
/** Each takes 64 MiB for as long as it takes; two leave threads for files, names and compression. */
export const passwordHashesAtOnce = 2;
/** Whoever comes when so many wait is told to come again: some seconds' work is ahead already. */
export const passwordHashesWaiting = 200;

/** From the last request on. */
export const sessionLifetimeMs = 30 * DAY_MS;
/** A session is written at most this often: reading pages costs no write. */
export const sessionRenewedAfterMs = HOUR_MS;
/** Of one user; another sign-in ends the one that was seen longest ago. */
export const sessionsPerUser = 100;
/** What is kept of the browser's own words about itself. */
export const userAgentLength = 256;
/** An IPv6 address with its zone. */
export const addressLength = 64;

export const invitationLifetimeMs = 7 * DAY_MS;
/** For how long an invitation that was accepted or has expired is still known. */
export const invitationRememberedMs = 90 * DAY_MS;

/**
 * Failures in a row that are followed by no wait. As many per account as GitLab has; per address too, as
 * in allauth, and more there, for an office is one address. After that a wait that grows instead of a
 * lock, by which anybody could shut anybody else out: about 110 guesses a day against one account, near
 * to the 100 that NIST SP 800-63B (5.2.2) allows at all, and a minute for a person who mistyped.
 */
export const signInFreeFailuresPerAccount = 10;
export const signInFreeFailuresPerAddress = 30;
/** It doubles with each failure. */
export const signInFirstWaitMs = MINUTE_MS;
export const signInLongestWaitMs = 15 * MINUTE_MS;
/** After the last one. Longer than any wait, or to sit one out would start the count anew. */
export const signInFailuresForgottenMs = HOUR_MS;

/** Of those that are open, the latest. */
export const invitationsShown = 100;
export const peoplePerPage = 100;
/** As many emails an owner is offered who adds somebody; any other can be typed. */
export const peopleSuggested = 200;
