/** A repeated submit gets the same answer this long. */
export const keptMs = 86_400_000;
/** A larger body is not kept, only the fact that the submit ran. */
export const bodyBytes = 1_048_576;
/** A process that has not renewed its claim for this long counts as dead. */
export const leaseMs = 30_000;
