/** Limits of accounts. Lengths are characters. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The longest that mail knows: https://www.rfc-editor.org/errata/eid1690 */
export const emailLength = 254;
export const passwordMinLength = 10;
export const passwordMaxLength = 256;
export const nameLength = 100;
/**
 * For strangers, and as many for people who are known: a flood of strangers keeps nobody else waiting. Each takes 64 MiB for
 * as long as it takes; two leave threads for files, names and compression.
 */
export const passwordHashesAtOnce = 1;
/** Of either. The next one is told to come again: some seconds' work is ahead already. */
export const passwordHashesWaiting = 100;

/** From signing in on, however often it is used. */
export const sessionLifetimeMs = 30 * DAY_MS;
/** That a session was used is written at most this often: reading pages costs no write. */
export const sessionSeenAfterMs = HOUR_MS;
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
 * Failures in a row that are followed by no wait (ADR 71). As many as GitLab has for one account: from one
 * machine that is connected, be it a proxy, or by one browser that is known. More for an address over all accounts, for an office is one. All
 * strangers together have the 100 that NIST SP 800-63B (5.2.2) allows. After that a wait that grows
 * instead of a lock: at most 96 guesses a day against one account, and a minute for a person who mistyped.
 */
export const signInFreeFailuresPerAccount = 10;
export const signInFreeFailuresOfStrangers = 100;
export const signInFreeFailuresPerAddress = 30;
/** It doubles with each failure. */
export const signInFirstWaitMs = MINUTE_MS;
export const signInLongestWaitMs = 15 * MINUTE_MS;
/** After the last one. Longer than any wait, or to sit one out would start the count anew. */
export const signInFailuresForgottenMs = HOUR_MS;

/** For how long the link of a reset works that was asked for by mail, and one that an owner has made. */
export const passwordResetLifetimeMs = HOUR_MS;
export const madePasswordResetLifetimeMs = DAY_MS;
/** Resets that may be asked for in a row, for one account and from one address; from then on one after each wait. */
export const passwordResetsPerAccount = 3;
export const passwordResetsPerAddress = 30;
export const passwordResetWaitMs = 30 * MINUTE_MS;

/** Owners are told from so many tries of strangers on that fail, in this hour of the clock and the last. */
export const signInTriesTold = 30;
/** For how long a browser is known that has signed in. */
export const knownBrowserMs = 365 * DAY_MS;

/** Of those that are open, the latest. */
export const invitationsShown = 100;
export const peoplePerPage = 100;
/** As many emails an owner is offered who adds somebody; any other can be typed. */
export const peopleSuggested = 200;
