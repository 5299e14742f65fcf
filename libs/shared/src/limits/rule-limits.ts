/** What a project's grouping rules are bound by. Lengths are characters. */

export const rules = 100;
export const lineLength = 500;
/** Lines with the blank ones and the comments. */
export const lines = 300;
/** Of a title, once its variables are filled in. */
export const titleLength = 200;
/** Frames of an event that rules look at: those nearest to the failure. */
export const frames = 250;
/** Of the names and paths of those frames. Beyond that rules do not look, so that no event takes long. */
export const frameCharacters = 32_768;
/** Latest events that a preview looks at. */
export const previewedEvents = 500;
/** Lines that a preview lists of each kind. */
export const previewedLines = 25;
/** After so long a preview lets other requests have their turn. */
export const previewStepMs = 10;
/** Faulty lines that a form is told of at once. */
export const faults = 10;
