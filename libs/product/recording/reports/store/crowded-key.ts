import { createHash } from 'node:crypto';

/**
 * Groups the events of a project that has too many new issues at once. No event's own grouping key
 * has this value.
 */
export const CROWDED_KEY = createHash('md5').update('errata: too many new issues').digest('hex');
