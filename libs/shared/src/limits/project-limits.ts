/** Lengths are characters. */

export const nameLength = 100;
export const slugLength = 50;
/** Includes disabled keys, which are kept so that Errata can tell who still reports with them. */
export const keysPerProject = 20;
export const reportsPerMinute = 1_000_000;
export const allowedOrigins = 50;
/** A host name has at most 253 characters (RFC 1035). */
export const allowedOriginLength = 255;
