/** Lengths are characters. */

export const rules = 100;
export const lineLength = 500;
/** Includes blank lines and comments. */
export const lines = 300;
export const titleLength = 200;
/** Frames of an event that rules look at: those nearest to the failure. */
export const frames = 250;
/**
 * Characters of the names and paths in those frames. Rules ignore the rest, so that no event takes
 * long.
 */
export const frameCharacters = 32_768;
export const previewedEvents = 500;
export const previewedLines = 25;
export const previewStepMs = 10;
export const faults = 10;
