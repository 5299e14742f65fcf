/** What the relay takes and keeps (DESIGN §5). Sizes are bytes of the decoded stream unless named wire. */

const KB = 1024;
const MB = 1024 * KB;

export const wireBytes = 20 * MB;
/** With attachments, whose payloads are counted while they arrive and neither held nor stored. */
export const decodedBytes = 100 * MB;
/** With the framing. The most that one request holds in memory. */
export const decodedBytesWithoutAttachments = 12 * MB;
export const eventBytes = 1 * MB;
export const attachmentBytes = 50 * MB;
export const items = 100;
export const headerLineBytes = 8 * KB;
export const jsonDepth = 64;
export const breadcrumbs = 100;
/** First and last half are kept. */
export const framesPerTrace = 200;
export const exceptions = 32;
export const tags = 100;
export const tagKeyLength = 200;
export const tagValueLength = 200;
/** Request bytes held in memory over all requests; beyond that 503. */
export const heldBytes = 64 * MB;
/** Part of heldBytes for what requests hold beyond their first eventBytes: the rest is for ordinary ones. */
export const heldLargeBytes = 48 * MB;
/** A body of which nothing came for so long is refused. */
export const bodyStallMs = 10_000;
/** An early refusal reads and discards at most this much, for at most refusalDiscardMs. */
export const refusalDiscardBytes = 256 * KB;
export const refusalDiscardMs = 2000;
