/** Limits of projects. Lengths are characters. */

export const nameLength = 100;
export const slugLength = 50;
/** Disabled ones included: they are kept, so that what still reports by one can be told. */
export const keysPerProject = 20;
/** What may be allowed a project, or a key, in a minute, at most. */
export const reportsPerMinute = 1_000_000;
/** Origins, or patterns of origins, that may report to a project. */
export const allowedOrigins = 50;
/** Of each of them; a host's name has at most 253 (RFC 1035). */
export const allowedOriginLength = 255;
