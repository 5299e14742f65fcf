/** Lengths are characters. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longest possible email address: https://www.rfc-editor.org/errata/eid1690 */
export const emailLength = 254;
export const passwordMinLength = 10;
export const passwordMaxLength = 256;
export const nameLength = 100;
/**
 * Passwords hashed at the same time in each of two groups: strangers, and people whom Errata knows.
 * A flood of strangers therefore does not delay known people. Each hash needs 64 MiB; two at once
 * leave threads for files, names and compression.
 */
export const passwordHashesAtOnce = 1;
/**
 * Passwords that wait to be hashed in each of these groups. Further requests are refused, because
 * this many already take several seconds.
 */
export const passwordHashesWaiting = 100;

/** Time from sign-in to the end of the session, however often it is used. */
export const sessionLifetimeMs = 30 * DAY_MS;
/**
 * The last use of a session is stored at most this often, because storing it for each page would
 * cost too many writes.
 */
export const sessionSeenAfterMs = HOUR_MS;
/** Another sign-in ends the session that was used longest ago. */
export const sessionsPerUser = 100;
export const userAgentLength = 256;
export const addressLength = 64;

export const invitationLifetimeMs = 7 * DAY_MS;
/** Invitations that were accepted or have expired are deleted after this time. */
export const invitationRememberedMs = 90 * DAY_MS;

/**
 * Failures in a row before the first wait. `PerAccount` counts failures with one account from one
 * connecting machine (which may be a proxy) or one known browser; GitLab allows as many.
 * `OfStrangers` counts failures with one account from all unknown browsers together; NIST SP
 * 800-63B (5.2.2) allows 100. `PerAddress` counts failures of one address with any account, and is
 * higher because an office shares an address.
 *
 * Later failures cause a growing wait instead of a lock: at most 96 guesses a day against one
 * account, and one minute for a person who mistyped.
 */
export const signInFreeFailuresPerAccount = 10;
export const signInFreeFailuresOfStrangers = 100;
export const signInFreeFailuresPerAddress = 30;
export const signInFirstWaitMs = MINUTE_MS;
export const signInLongestWaitMs = 15 * MINUTE_MS;
/**
 * Failures are forgotten this long after the last one. Must be longer than any wait, or the count
 * would be back at 0 after a wait.
 */
export const signInFailuresForgottenMs = HOUR_MS;

export const passwordResetLifetimeMs = HOUR_MS;
export const madePasswordResetLifetimeMs = DAY_MS;
/**
 * Password resets in a row that need no wait, for one account and from one address. After these,
 * each reset needs a wait.
 */
export const passwordResetsPerAccount = 3;
export const passwordResetsPerAddress = 30;
export const passwordResetWaitMs = 30 * MINUTE_MS;

/**
 * Owners are warned when strangers have failed to sign in this often within the present and the
 * previous hour.
 */
export const failedSignInsWarned = 30;
export const knownBrowserMs = 365 * DAY_MS;

export const invitationsShown = 100;
export const peoplePerPage = 100;
export const peopleSuggested = 200;
