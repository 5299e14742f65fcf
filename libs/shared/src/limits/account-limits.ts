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
 * Maximum number of passwords that are hashed at the same time, for strangers and for known people
 * separately. A flood of strangers thus does not delay known people. Each hash needs 64 MiB and one
 * thread of the pool that also serves files, host names and compression.
 */
export const passwordHashesAtOnce = 1;
/**
 * Passwords that may wait for hashing in each of these groups. Further requests are refused,
 * because this many already take several seconds.
 */
export const passwordHashesWaiting = 100;

/** Time from sign-in to the end of a session, even when the session is still used. */
export const sessionLifetimeMs = 30 * DAY_MS;
/** An owner may choose fewer days for the sessions that a sign-in provider opens. */
export const providerSessionDaysMost = 30;
/** A session that a provider opened is checked there again after this time. */
export const providerCheckedAfterMs = DAY_MS;
/** A session whose due check nobody answers ends this long after its next request. */
export const providerGraceMs = DAY_MS;
export const providerRetriedAfterMs = 15 * MINUTE_MS;
/** A longer refresh token is not stored. The browser then has to ask the provider. */
export const refreshTokenLength = 10_000;
/**
 * The last use of a session is stored at most this often, because a write for each page would be
 * too expensive.
 */
export const sessionSeenAfterMs = HOUR_MS;
/** One more sign-in ends the least recently used session. */
export const sessionsPerUser = 100;
export const userAgentLength = 256;
export const addressLength = 64;

export const invitationLifetimeMs = 7 * DAY_MS;
/** Invitations that were accepted or have expired are deleted after this time. */
export const invitationRememberedMs = 90 * DAY_MS;
/** Invitations that one person makes or sends again within an hour of the clock. */
export const invitationsPerHour = 20;
/** Open invitations of one person. */
export const invitationsOpen = 100;

/**
 * Failed sign-ins in a row before the first wait:
 * - `PerAccount`: with one account from one connecting machine (which may be a proxy) or one
 *   known browser. GitLab allows the same number.
 * - `OfStrangers`: with one account from all unknown browsers together. NIST SP 800-63B (5.2.2)
 *   allows 100.
 * - `PerAddress`: from one network address with any account. Higher, because an office shares an
 *   address.
 *
 * Further failures cause a growing wait instead of a lock: at most 96 guesses a day against one
 * account, and one minute for a person who mistyped.
 */
export const signInFreeFailuresPerAccount = 10;
export const signInFreeFailuresOfStrangers = 100;
export const signInFreeFailuresPerAddress = 30;
export const signInFirstWaitMs = MINUTE_MS;
export const signInLongestWaitMs = 15 * MINUTE_MS;
/**
 * Failures are forgotten this long after the last one. Must be longer than any wait, because
 * otherwise each wait would reset the count to 0.
 */
export const signInFailuresForgottenMs = HOUR_MS;

export const passwordResetLifetimeMs = HOUR_MS;
export const madePasswordResetLifetimeMs = DAY_MS;
/** Password resets in a row that need no wait, for one account and from one network address. */
export const passwordResetsPerAccount = 3;
export const passwordResetsPerAddress = 30;
export const passwordResetWaitMs = 30 * MINUTE_MS;

/**
 * Owners are warned when strangers have failed to sign in this often within the current and the
 * previous hour.
 */
export const failedSignInsWarned = 30;
export const knownBrowserMs = 365 * DAY_MS;
/** A passkey answers within this time. */
export const passkeyChallengeMs = 5 * MINUTE_MS;

export const invitationsShown = 25;
/** A person has some 4 kB of forms on the page of all people, and 1 kB on that of a project. */
export const peoplePerPage = 20;
export const membersPerPage = 50;
export const peopleSuggested = 200;
