/** What a project's rules of hiding are bound by. Lengths are characters. */

/** Secret names, safe names and open paths: of each so many. */
export const entries = 50;
export const nameLength = 100;
export const pathLength = 200;
/** Places of hidden values that are stored with an event; how many values there were is always whole. */
export const placesPerEvent = 100;
/** Latest events that a preview of rules looks at. */
export const previewedEvents = 100;
/** Places that a preview lists. */
export const previewedPlaces = 50;
