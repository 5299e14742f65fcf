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
/** Values of `path:`, `package:`, `function:` and `module:` in all rules of a project. */
export const framePatterns = 500;
/**
 * Maximum number of characters of an event times patterns, so that an event costs some 40 ms at
 * most. A path counts once for each 32 characters of a pattern. Rules with more than 305 patterns may
 * examine fewer than `frameCharacters`. Patterns of `message:` leave less for frames.
 */
export const frameWork = 10_000_000;
export const previewedEvents = 500;
export const previewedLines = 25;
/** A preview tries no further event after so much time, pauses for other requests included. */
export const previewMs = 5000;
export const faults = 10;
