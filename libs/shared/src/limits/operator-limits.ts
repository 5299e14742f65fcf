/** From when on those who run Errata are told how it does (ADR 124). Times are milliseconds unless named. */

const MINUTE_MS = 60_000;

/** How often it is judged. */
export const judgedEveryMs = MINUTE_MS;
/** A report that waits for so long to be processed is behind, and no more once none has waited for `caughtUpMs`. */
export const behindMs = 5 * MINUTE_MS;
export const caughtUpMs = MINUTE_MS;
/** Per cent of a disk or budget that are told, and below which it is over. */
export const fullShare = 80;
export const fullerShare = 90;
export const emptyShare = 75;
/** What waits for so long for an upstream that holds it up. */
export const upstreamMs = 5 * MINUTE_MS;
/** Requests and refusals are counted over so long. */
export const windowMs = 5 * MINUTE_MS;
/** Requests with a wrong DSN within it; and those below which it is over. */
export const wrongDsns = 100;
export const fewWrongDsns = 20;
/** What was told is over once it was gone for so long. */
export const calmMs = 5 * MINUTE_MS;
export const calmOfRefusalsMs = 30 * MINUTE_MS;
/** While it lasts it is told again after so long. */
export const reminderMs = 24 * 60 * MINUTE_MS;
/** A condition of a relay that has not looked for so long is dropped: that relay is gone. */
export const unjudgedMs = 60 * MINUTE_MS;
/** Owners who are told by mail. */
export const ownersTold = 50;
