/** Lengths are characters. */

/** Entries of each list: names of secret fields, names of safe fields, and open paths. */
export const entries = 50;
export const nameLength = 100;
export const pathLength = 200;
/**
 * Maximum number of hidden values whose paths an event stores. The total is exact even when more
 * values were hidden.
 */
export const placesPerEvent = 100;
export const previewedEvents = 100;
export const previewedPlaces = 50;
