/** Lengths are characters. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The longest address in mail: https://www.rfc-editor.org/errata/eid1690 */
export const emailLength = 254;
export const passwordMinLength = 10;
export const passwordMaxLength = 256;
export const nameLength = 100;
/**
 * One for strangers, and one for known people, whom a flood of strangers then does not delay. Each
 * hash holds 64 MiB while it runs. Two leave threads for files, names and compression.
 */
export const passwordHashesAtOnce = 1;
/** Per group. A further request is refused, because several seconds of work already wait. */
export const passwordHashesWaiting = 100;

/** Counted from sign-in, however often the session is used. */
export const sessionLifetimeMs = 30 * DAY_MS;
/**
 * The last use of a session is written at most this often, so that reading pages costs no write.
 */
export const sessionSeenAfterMs = HOUR_MS;
/** A further sign-in ends the session that was used longest ago. */
export const sessionsPerUser = 100;
export const userAgentLength = 256;
export const addressLength = 64;

export const invitationLifetimeMs = 7 * DAY_MS;
/** An invitation that was accepted or has expired is remembered this long. */
export const invitationRememberedMs = 90 * DAY_MS;

/**
 * Failures in a row before the first wait. An account has as many as at GitLab, counted for each
 * connecting machine (which may be a proxy) or known browser. An address has more, over all
 * accounts, because an office shares one. All strangers together have the 100 that NIST SP 800-63B
 * (5.2.2) allows. Later failures cause a growing wait instead of a lock: at most 96 guesses a day
 * against one account, and one minute for a person who mistyped.
 */
export const signInFreeFailuresPerAccount = 10;
export const signInFreeFailuresOfStrangers = 100;
export const signInFreeFailuresPerAddress = 30;
export const signInFirstWaitMs = MINUTE_MS;
export const signInLongestWaitMs = 15 * MINUTE_MS;
/**
 * Counted from the last failure. Must be longer than any wait, or sitting out a wait would reset
 * the count.
 */
export const signInFailuresForgottenMs = HOUR_MS;

export const passwordResetLifetimeMs = HOUR_MS;
export const madePasswordResetLifetimeMs = DAY_MS;
/** Requests in a row, for one account and from one address. Further requests need a wait each. */
export const passwordResetsPerAccount = 3;
export const passwordResetsPerAddress = 30;
export const passwordResetWaitMs = 30 * MINUTE_MS;

/**
 * Owners are warned from this many failed sign-ins of strangers in this hour and the one before.
 */
export const failedSignInsWarned = 30;
export const knownBrowserMs = 365 * DAY_MS;

export const invitationsShown = 100;
export const peoplePerPage = 100;
export const peopleSuggested = 200;
