/**
 * Page size of a new spool. SQLite writes whole pages, and a small page contains fewer unchanged
 * rows.
 */
export const PAGE_BYTES = 4096;
