/** What projects are bound by (DESIGN §6). Lengths are characters. */

export const nameLength = 100;
export const slugLength = 50;
/** Disabled ones included: they are kept, so that what still reports by one can be told. */
export const keysPerProject = 20;
/** What may be allowed a project, or a key, in a minute, at most. */
export const reportsPerMinute = 1_000_000;
