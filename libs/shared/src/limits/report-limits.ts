/** Sizes are bytes of the decoded stream, unless the name says wire. */

const KB = 1024;
const MB = 1024 * KB;

export const wireBytes = 20 * MB;
export const decodedBytes = 100 * MB;
/**
 * Reports up to this size stay in memory and in a segment of the spool. Larger ones get a file of
 * their own.
 */
export const inlineBytes = 1 * MB;
/** Includes the framing of the envelope. */
export const decodedBytesWithoutAttachments = 12 * MB;
export const eventBytes = 8 * MB;
/**
 * Size of an event as it is stored: the longest strings of a larger event are shortened. Other
 * parsed items must not be larger.
 */
export const keptEventBytes = 1 * MB;
/** A body that decodes to more than this may have at most `inflation` times its wire bytes. */
export const inflationFreeBytes = 1 * MB;
export const inflation = 100;
/**
 * Limits of a key for errors only: size of an event as it arrives, and events per minute unless the
 * key has a rate of its own.
 */
export const errorKeyEventBytes = 64 * KB;
export const errorKeyPerMinute = 60;
/**
 * Bytes of events that a relay parses per second before it answers. Beyond them it checks only the
 * first and last byte of an event.
 */
export const checkedBytesPerSecond = 5 * MB;
export const attachmentBytes = 50 * MB;
/** Over all reports that bring attachments of the event. Further attachments count as filtered. */
export const attachmentsPerEvent = 100;
export const attachmentBytesPerEvent = 100 * MB;
/** Files and user feedback are deleted when their event has not arrived by then. */
export const eventAwaitedMs = 7 * 24 * 60 * 60 * 1000;
/** Files of a project that wait for their event or feedback. Beyond this the oldest are deleted. */
export const filesAwaitingPerProject = 10_000;
export const fileBytesAwaitingPerProject = 1024 * MB;
export const feedbackLength = 4096;
export const discardLines = 100;
export const items = 100;
export const headerLineBytes = 8 * KB;
export const jsonDepth = 64;
export const breadcrumbs = 100;
/** The first and the last half are kept. */
export const framesPerTrace = 200;
/** The first and the last half are kept. */
export const exceptions = 32;
export const threads = 100;
/** Over all threads. The newest calls of each thread are kept. */
export const framesOfThreads = 1000;
export const tags = 100;
export const tagKeyLength = 200;
export const tagValueLength = 200;
/** Request bytes in memory over all requests. Beyond this the relay answers 503. */
export const heldBytes = 64 * MB;
/**
 * Part of `heldBytes` for what requests hold beyond their first `inlineBytes`. The rest is reserved
 * for ordinary requests.
 */
export const heldLargeBytes = 48 * MB;
/**
 * Wire bytes of one key that wait to be decoded from Brotli or Zstandard. Beyond this the relay
 * answers 503, but one body may always wait.
 */
export const decodingAwaitedBytes = 4 * MB;
/**
 * Connections to one relay, because each holds memory that `heldBytes` does not count. Beyond this
 * new and idle connections are closed.
 */
export const connections = 10_000;
export const bodyStallMs = 10_000;
/** A body that brings less in a minute is refused. Otherwise it may take any time. */
export const bodyLeastBytesPerMinute = 64 * KB;
/**
 * Part of an envelope that is read when its sender is over the limit, because SDKs report their own
 * drops in envelopes.
 */
export const overLimitReadBytes = 8 * KB;
export const unshownSeconds = 60 * 60;
/** Bytes that an early refusal reads and discards, for at most `refusalDiscardMs`. */
export const refusalDiscardBytes = 256 * KB;
export const refusalDiscardMs = 2000;
