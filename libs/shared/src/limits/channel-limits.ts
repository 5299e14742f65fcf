/** Lengths are characters, times are milliseconds. */

export const channels = 50;
export const nameLength = 100;
export const addressLength = 2000;
export const secretLength = 200;
/** Shortest secret of a webhook. A shorter one could be guessed. */
export const webhookSecretMinLength = 16;
export const recipients = 10;
export const allowedHosts = 50;

/**
 * Maximum test messages per minute for one channel or rule, and per hour for all channels and
 * rules.
 */
export const testsPerMinute = 5;
export const testsPerHour = 60;
export const switchOffRecipients = 20;
/** Longest time for sending one message, name resolution included. */
export const sendMs = 10_000;
/** Longest time for sending one mail, since mail servers check a mail before they answer. */
export const mailMs = 60_000;
export const answerBytes = 65_536;
/** Characters of an answer that the log of deliveries stores. */
export const answerLength = 1000;
export const triedForMs = 24 * 3_600_000;
/** Longest wait before another attempt, even when the receiver asks for more. */
export const longestWaitMs = 3_600_000;
/** Longest time for which a message is put off. Waits vary by a fifth, so that not all end together. */
export const putOffMs = 1.2 * longestWaitMs;
/**
 * Days for which deliveries are logged and drawn. The time is short, because deliveries quote
 * events, and some projects delete their events early.
 */
export const loggedDays = 14;
export const loggedForMs = loggedDays * 24 * 3_600_000;
export const loggedDeliveries = 50_000;
export const outboxMessages = 100_000;
/** Messages that are overdue by this time are dropped. */
export const outboxMs = 24 * 3_600_000;
