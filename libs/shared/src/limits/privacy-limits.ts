/** Lengths are characters. */

/** Entries of each list: names of secret fields, names of safe fields, and open paths. */
export const entries = 50;
export const nameLength = 100;
export const pathLength = 200;
/**
 * Hidden values whose places an event stores. The number of hidden values is exact even when there
 * are more.
 */
export const placesPerEvent = 100;
export const previewedEvents = 100;
export const previewedPlaces = 50;
