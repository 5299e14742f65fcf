/** Lengths are characters, times are milliseconds. */

export const channels = 50;
export const nameLength = 100;
export const addressLength = 2000;
export const secretLength = 200;
/** A shorter secret could be guessed. */
export const webhookSecretMinLength = 16;
export const recipients = 10;
export const allowedHosts = 50;

/** Test messages of one channel or rule per minute, and of all per hour. */
export const testsPerMinute = 5;
export const testsPerHour = 60;
/** Admins and owners who get mail when a channel is switched off. */
export const switchOffRecipients = 20;
/** Includes name resolution. */
export const sendMs = 10_000;
export const answerBytes = 65_536;
/** Part of an answer that the delivery log keeps. */
export const answerLength = 1000;
export const triedForMs = 24 * 3_600_000;
/** Longest wait that a receiver can ask for. */
export const longestWaitMs = 3_600_000;
/**
 * Short, because deliveries quote events, and some projects delete their events sooner than others.
 */
export const loggedForMs = 7 * 24 * 3_600_000;
export const loggedDeliveries = 50_000;
/** Beyond this the oldest messages are dropped. */
export const outboxMessages = 100_000;
/** A message that is overdue by this time is dropped. */
export const outboxMs = 24 * 3_600_000;
