/** Pages that ask the database much follow changes at most so often. */
export const PAGE_EVERY_MS = 5000;
