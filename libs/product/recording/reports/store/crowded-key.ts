import { createHash } from 'node:crypto';

/**
 * Grouping key that events of a project share when it has too many new issues at once. No event's
 * own grouping key has this value.
 */
export const CROWDED_KEY = createHash('md5').update('errata: too many new issues').digest('hex');
