/** Lengths are characters. */

export const nameLength = 100;
export const platformLength = 64;
export const slugLength = 50;
/**
 * Keys of a project, disabled keys included. Disabled keys are stored so that Errata can tell which
 * senders still use them.
 */
export const keysPerProject = 20;
export const reportsPerMinute = 1_000_000;
export const allowedOrigins = 50;
/** Characters of an allowed origin. A host name has at most 253 (RFC 1035). */
export const allowedOriginLength = 255;
