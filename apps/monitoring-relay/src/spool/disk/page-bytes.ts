/** Of a page of a new spool. Rows are small: the less of a page is others', the less is written for one. */
export const PAGE_BYTES = 4096;
