/** A repeated submit gets the stored answer for this long. */
export const keptMs = 86_400_000;
/**
 * Largest body of a stored answer. For a larger body, only the fact that the submit ran is stored.
 */
export const bodyBytes = 1_048_576;
/** A process that has not renewed its claim on a submit for this long counts as dead. */
export const leaseMs = 30_000;
