/** Lengths are characters. */

/** Logs of one item. SDKs send at most 100. */
export const logsPerItem = 1000;
/** Minutes of one item. Logs of each minute are stored by themselves, which is dear. */
export const minutesPerItem = 60;
export const bodyLength = 8192;
export const attributes = 100;
export const attributeKeyLength = 200;
export const attributeLength = 1000;
/** Logs that are stored together, compressed. */
export const logsPerBlock = 256;
/** Part of the storage budget that logs may use. */
export const budgetShare = 1 / 5;
/** Part of the logs' budget that one project may hold, and use of one day. */
export const projectShare = 1 / 2;
export const dayShare = 1 / 10;
export const days = 7;
export const mostDays = 30;
/** Logs of the same server count as beside an error when they lie within this time. */
export const besideMs = 10_000;
/** Logs beside one error that a page shows. */
export const besideError = 200;
export const perPage = 100;
/** Blocks, and characters of them, that one search reads before it answers with what it has found. */
export const blocksSearched = 2000;
export const charactersSearched = 64_000_000;

/** Blocks, and characters of them, that a page may read so that it counts more than it shows. */
export const blocksCounted = 10;
export const charactersCounted = 1_000_000;
