/** Limits of what is remembered of submits, so that repeating one is safe. */

/** A day. For so long a repeat is answered the same. */
export const keptMs = 86_400_000;
/** An answer with a larger body is not kept; that it was given is. */
export const bodyBytes = 1_048_576;
/** Who runs a submit is taken for dead when it has not renewed its claim for so long. */
export const leaseMs = 30_000;
