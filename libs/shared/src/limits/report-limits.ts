/** Limits of reports. Sizes are bytes of the decoded stream unless named wire. */

const KB = 1024;
const MB = 1024 * KB;

export const wireBytes = 20 * MB;
export const decodedBytes = 100 * MB;
/** What is kept of a report is in memory, and in a segment of the spool, up to here; beyond that in a file of its own. */
export const inlineBytes = 1 * MB;
/** With the framing. */
export const decodedBytesWithoutAttachments = 12 * MB;
/** Of an event as it comes. */
export const eventBytes = 8 * MB;
/** Kept of an event: the longest strings of a larger one are shortened until it fits. Of other items that are parsed, all they may be. */
export const keptEventBytes = 1 * MB;
/** A body that has been decoded to more than this may have at most inflation times its bytes on the wire. */
export const inflationFreeBytes = 1 * MB;
export const inflation = 100;
/** Of an event by a key for errors alone, as it comes; and how many of them a minute, unless the key has a rate of its own. */
export const errorKeyEventBytes = 64 * KB;
export const errorKeyPerMinute = 60;
/** Of events that a relay parses in a second before it answers; of those beyond it the first and last byte are looked at. */
export const checkedBytesPerSecond = 5 * MB;
export const attachmentBytes = 50 * MB;
/** Of one event, over all reports that bring some; beyond it they are counted as filtered. */
export const attachmentsPerEvent = 100;
export const attachmentBytesPerEvent = 100 * MB;
/** Files, and what users said, whose event has not come by then are removed. */
export const eventAwaitedMs = 7 * 24 * 60 * 60 * 1000;
/** Files of a project that wait for their event or feedback; beyond it the oldest are removed. */
export const filesAwaitingPerProject = 10_000;
export const fileBytesAwaitingPerProject = 1024 * MB;
export const feedbackLength = 4096;
/** Lines of one report of what an SDK has dropped. */
export const discardLines = 100;
export const items = 100;
export const headerLineBytes = 8 * KB;
export const jsonDepth = 64;
export const breadcrumbs = 100;
/** First and last half are kept. */
export const framesPerTrace = 200;
/** First and last half are kept. */
export const exceptions = 32;
export const threads = 100;
/** Of all threads together; the newest calls of each are kept. */
export const framesOfThreads = 1000;
export const tags = 100;
export const tagKeyLength = 200;
export const tagValueLength = 200;
/** Request bytes held in memory over all requests; beyond that 503. */
export const heldBytes = 64 * MB;
/** Part of heldBytes for what requests hold beyond their first inlineBytes: the rest is for ordinary ones. */
export const heldLargeBytes = 48 * MB;
/** Of bodies of one key, as they came, that wait to be decoded from Brotli or Zstandard; beyond that 503. One may always wait. */
export const decodingAwaitedBytes = 4 * MB;
/** With a relay; each holds what heldBytes does not count. Beyond that new ones are closed, and idle ones with them. */
export const connections = 10_000;
/** A body of which nothing came for so long is refused. */
export const bodyStallMs = 10_000;
/** A body of which less came within a minute is refused; else it may take as long as it takes. */
export const bodyLeastBytesPerMinute = 64 * KB;
/** Envelopes of senders that are over their limit are read up to here, for what SDKs tell of their own drops. */
export const overLimitReadBytes = 8 * KB;
/** How long SDKs are asked to hold back what nothing shows. */
export const unshownSeconds = 60 * 60;
/** An early refusal reads and discards at most this much, for at most refusalDiscardMs. */
export const refusalDiscardBytes = 256 * KB;
export const refusalDiscardMs = 2000;
