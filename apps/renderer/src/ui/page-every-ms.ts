/** Shortest time between updates of pages that are expensive for the database. */
export const PAGE_EVERY_MS = 5000;
