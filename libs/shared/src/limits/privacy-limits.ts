/** Lengths are characters. */

/** Entries of each list: secret names, safe names and open paths. */
export const entries = 50;
export const nameLength = 100;
export const pathLength = 200;
/** Places of hidden values that an event stores. The count of hidden values is always exact. */
export const placesPerEvent = 100;
export const previewedEvents = 100;
export const previewedPlaces = 50;
