/**
 * Page size of a new spool. Rows are small, therefore a commit on small pages rewrites fewer bytes
 * of other rows.
 */
export const PAGE_BYTES = 4096;
