/** Lengths are characters. */

export const rules = 100;
export const lineLength = 500;
/** Lines of a project's rules, blank lines and comments included. */
export const lines = 300;
export const titleLength = 200;
/** Maximum number of frames of an event that rules examine, beginning at the failure. */
export const frames = 250;
/**
 * Maximum number of characters in the names and paths of these frames. The limit bounds the time
 * for one event.
 */
export const frameCharacters = 32_768;
export const previewedEvents = 500;
export const previewedLines = 25;
export const previewStepMs = 10;
export const faults = 10;
