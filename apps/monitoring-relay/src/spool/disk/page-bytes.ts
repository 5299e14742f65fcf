/**
 * Page size of a new spool. SQLite writes whole pages, and a small page contains fewer other rows
 * that did not change.
 */
export const PAGE_BYTES = 4096;
