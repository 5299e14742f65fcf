/** Sizes are bytes after decompression, unless the name says `wire`. */

const KB = 1024;
const MB = 1024 * KB;

export const wireBytes = 20 * MB;
export const decodedBytes = 100 * MB;
/**
 * Reports up to this size stay in memory and in a segment of the spool. Each larger report gets its
 * own file.
 */
export const inlineBytes = 1 * MB;
/** Bytes of a report without its attachments; the envelope's headers count. */
export const decodedBytesWithoutAttachments = 12 * MB;
export const eventBytes = 8 * MB;
/**
 * Maximum size of a stored event. The longest strings of a larger event are shortened. Other parsed
 * items are refused when they are larger.
 */
export const keptEventBytes = 1 * MB;
/**
 * A body that decompresses to more than `inflationFreeBytes` may be at most `inflation` times as
 * large as its wire bytes.
 */
export const inflationFreeBytes = 1 * MB;
export const inflation = 100;
/**
 * Bytes that decompression may add, a minute, to the bodies of a key, for each report that the key
 * may send: some 1.2 GB by default, and at least `decodedBytes`. Errors, logs and spans of
 * usual size need less. A body without compression always passes.
 */
export const inflatedBytesPerReport = 400 * KB;
/**
 * Limits of a key with the scope `errors`: bytes of an event as it arrives, and events per minute,
 * unless the key has its own limit per minute.
 */
export const errorKeyEventBytes = 64 * KB;
export const errorKeyPerMinute = 60;
/**
 * Bytes of events that a relay parses per second before it answers. For further events in that
 * second, it checks only the first and the last byte.
 */
export const checkedBytesPerSecond = 5 * MB;
export const attachmentBytes = 50 * MB;
/**
 * Maximum number of attachments of one event, in all reports together. Further attachments count as
 * filtered.
 */
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
/**
 * Times of events and logs may be this much after and before their receipt, by the clock of the
 * relay. Other times become the time of receipt.
 */
export const aheadMs = 60_000;
export const behindMs = 30 * 24 * 60 * 60 * 1000;
export const discardLines = 100;
export const items = 100;
export const headerLineBytes = 8 * KB;
export const jsonDepth = 64;
/** Bounds of one item as JSON. */
export const json = {
  /** Objects, lists and commas. The parsed values take some 50 MB. */
  values: 500_000,
  /** Fields of one object. In wider objects, each field takes longer. */
  fields: 50_000,
} as const;
export const breadcrumbs = 100;
/** Maximum number of stored frames of one trace. The middle of a longer trace is left out. */
export const framesPerTrace = 200;
/** Maximum number of stored exceptions of one chain. The middle of a longer chain is left out. */
export const exceptions = 32;
export const threads = 100;
/** Maximum number of stored frames of all threads together. Each thread keeps its newest calls. */
export const framesOfThreads = 1000;
export const tags = 100;
export const tagKeyLength = 200;
export const tagValueLength = 200;
/** Maximum size of all requests in memory together. Beyond this size, the relay answers 503. */
export const heldBytes = 64 * MB;
/**
 * Part of `heldBytes` for large requests. Only their bytes beyond the first `inlineBytes` count
 * here. The remaining part of `heldBytes` is reserved for small requests.
 */
export const heldLargeBytes = 48 * MB;
/**
 * Maximum wire bytes of one key's requests that wait for Brotli or Zstandard decompression. Beyond
 * this limit, the relay answers 503. A single body of any size may always wait.
 */
export const decodingAwaitedBytes = 4 * MB;
/**
 * Maximum number of connections to one relay. Beyond this number, new and idle connections are
 * closed. Each connection needs memory that `heldBytes` does not count.
 */
export const connections = 10_000;
/** Requests that wait on a connection for earlier answers. A connection with more is closed. */
export const waitingPerConnection = 32;
/**
 * A report that is suspected of a crash is retried once automatically, after processing has run
 * this long without a crash. No failed report waits longer for its retry.
 */
export const failedRestMs = 600_000;
export const bodyStallMs = 10_000;
/** A body that arrives more slowly than this is refused. */
export const bodyLeastBytesPerMinute = 64 * KB;
/**
 * Bytes that the relay reads of an envelope whose sender is over its rate limit. These bytes may
 * contain the SDK's report about dropped items, or sessions.
 */
export const overLimitReadBytes = 8 * KB;
/**
 * The same for an envelope in which those bytes have logs or spans that pass. An SDK sends 100 at
 * once.
 */
export const overLimitLogBytes = MB;
export const unshownSeconds = 60 * 60;
/**
 * Bytes of the body that the relay reads and discards after an early refusal, for at most
 * `refusalDiscardMs`.
 */
export const refusalDiscardBytes = 256 * KB;
export const refusalDiscardMs = 2000;
