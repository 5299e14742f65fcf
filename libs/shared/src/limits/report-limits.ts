/** Sizes are bytes after decompression, unless the name says `wire`. */

const KB = 1024;
const MB = 1024 * KB;

export const wireBytes = 20 * MB;
export const decodedBytes = 100 * MB;
/**
 * Reports up to this size stay in memory and in a segment of the spool. Larger ones get a file of
 * their own.
 */
export const inlineBytes = 1 * MB;
/** Bytes of a report without its attachments; the envelope's headers count. */
export const decodedBytesWithoutAttachments = 12 * MB;
export const eventBytes = 8 * MB;
/**
 * Bytes of an event as it is stored. The longest strings of a larger event are shortened. Other
 * items that are parsed are refused when they are larger.
 */
export const keptEventBytes = 1 * MB;
/**
 * A body that decompresses to more than `inflationFreeBytes` may be at most `inflation` times as
 * large as its wire bytes.
 */
export const inflationFreeBytes = 1 * MB;
export const inflation = 100;
/**
 * Limits of a key for errors only: bytes of an event as it arrives, and events a minute unless the
 * key has its own limit.
 */
export const errorKeyEventBytes = 64 * KB;
export const errorKeyPerMinute = 60;
/**
 * Bytes of events that a relay parses per second before it answers. For further events, it checks
 * only the first and last byte.
 */
export const checkedBytesPerSecond = 5 * MB;
export const attachmentBytes = 50 * MB;
/** Attachments of one event over all reports. Further ones count as filtered. */
export const attachmentsPerEvent = 100;
export const attachmentBytesPerEvent = 100 * MB;
/** Files and feedback are deleted when their event has not arrived within this time. */
export const eventAwaitedMs = 7 * 24 * 60 * 60 * 1000;
/**
 * Files of a project that wait for their event or feedback. When there are more, the oldest are
 * deleted.
 */
export const filesAwaitingPerProject = 10_000;
export const fileBytesAwaitingPerProject = 1024 * MB;
export const feedbackLength = 4096;
export const discardLines = 100;
export const items = 100;
export const headerLineBytes = 8 * KB;
export const jsonDepth = 64;
export const breadcrumbs = 100;
/** Frames that are stored of a longer trace: the first half and the last half of this number. */
export const framesPerTrace = 200;
/**
 * Exceptions that are stored of a longer chain: the first half and the last half of this number.
 */
export const exceptions = 32;
export const threads = 100;
/** Frames that are stored of all threads together. The newest calls of each thread are stored. */
export const framesOfThreads = 1000;
export const tags = 100;
export const tagKeyLength = 200;
export const tagValueLength = 200;
/**
 * Bytes of requests that are in memory, over all requests. When there are more, the relay answers
 * 503.
 */
export const heldBytes = 64 * MB;
/**
 * Part of `heldBytes` that large requests share, for their bytes after the first `inlineBytes`. The
 * other part is reserved for small requests.
 */
export const heldLargeBytes = 48 * MB;
/**
 * Wire bytes with one key that wait for Brotli or Zstandard decompression. When there are more, the
 * relay answers 503. A single body may always wait, whatever its size.
 */
export const decodingAwaitedBytes = 4 * MB;
/**
 * Connections to one relay. When there are more, new and idle ones are closed. Each needs memory
 * that `heldBytes` does not count.
 */
export const connections = 10_000;
export const bodyStallMs = 10_000;
/** A body that arrives more slowly than this is refused. Otherwise a body may take any time. */
export const bodyLeastBytesPerMinute = 64 * KB;
/**
 * Bytes of an envelope that are read when its sender is over the limit. They may contain the SDK's
 * report about dropped items.
 */
export const overLimitReadBytes = 8 * KB;
export const unshownSeconds = 60 * 60;
/**
 * Bytes of the body that the relay reads and discards after an early refusal, for at most
 * `refusalDiscardMs`.
 */
export const refusalDiscardBytes = 256 * KB;
export const refusalDiscardMs = 2000;
