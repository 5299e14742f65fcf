import { createHash } from 'node:crypto';

/** Where events go whose issue would be one too many. No event can be grouped by that key itself. */
export const CROWDED_KEY = createHash('md5').update('errata: too many new issues').digest('hex');
