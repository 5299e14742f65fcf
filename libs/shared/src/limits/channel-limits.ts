/** Where alerts go, and what is kept of their sending. Lengths are characters, times milliseconds. */

/** Of a project, or of the instance. */
export const channels = 50;
export const nameLength = 100;
export const addressLength = 2000;
export const secretLength = 200;
/** Shorter secrets of webhooks could be guessed. */
export const webhookSecretMinLength = 16;
/** Of a channel of mail. */
export const recipients = 10;
/** Hosts of the operator's own network that channels may reach. */
export const allowedHosts = 50;

/** Test messages: of a channel or a rule in a minute, and of all in an hour. */
export const testsPerMinute = 5;
export const testsPerHour = 60;
/** People who are told by mail that a channel was switched off. */
export const caretakers = 20;
/** All in all, with the name's resolution. */
export const sendMs = 10_000;
/** Of an answer; the rest is not read. */
export const answerBytes = 65_536;
/** Of an answer, in the log of deliveries. */
export const answerLength = 1000;
/** A delivery that has not arrived for so long fails. */
export const triedForMs = 24 * 3_600_000;
/** The longest wait that a receiver can ask for. */
export const longestWaitMs = 3_600_000;
/** How long the log of deliveries is kept: messages quote what was sent, which goes sooner in some projects. */
export const loggedForMs = 7 * 24 * 3_600_000;
/** Of all projects. */
export const loggedDeliveries = 50_000;
/** Messages that wait in the outbox; over it the oldest go. */
export const outboxMessages = 100_000;
/** A message that nobody has tried to send for so long after it was due goes. */
export const outboxMs = 24 * 3_600_000;
