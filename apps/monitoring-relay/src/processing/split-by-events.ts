import type { ProcessedReport } from '#product/recording/reports';

/**
 * SQLite is written in a thread that also does other work. A transaction of 4,000 events blocked
 * that thread for 224 ms, and transactions of 200 never longer than 26 ms (measured).
 */
const EVENTS_PER_TRANSACTION = 200;

/** An item of 1,000 aggregates costs as much as some 100 events (measured). */
const AGGREGATES_PER_EVENT = 10;

const LOGS_PER_EVENT = 10;
/** Segments, and operations beneath them. */
const SPANS_PER_EVENT = 10;

/** Keeps the order. A report is never split, even when it exceeds `maxEvents`. */
export function splitByEvents(
  reports: readonly ProcessedReport[],
  maxEvents = EVENTS_PER_TRANSACTION,
): ProcessedReport[][] {
  const parts: ProcessedReport[][] = [];
  let events = Infinity;
  for (const report of reports) {
    const weight = weigh(report);
    events += weight;
    if (events > maxEvents) {
      parts.push([]);
      events = weight;
    }
    parts.at(-1)?.push(report);
  }
  return parts;
}

function weigh({
  events,
  attachments,
  feedback,
  sessions = [],
  logs = [],
  spans = [],
  outcomes,
}: ProcessedReport): number {
  const ofSessions = sessions.reduce(
    (sum, { groups }) => sum + Math.ceil(groups.length / AGGREGATES_PER_EVENT),
    0,
  );
  const ofLogs = logs.reduce((sum, item) => sum + Math.ceil(item.logs.length / LOGS_PER_EVENT), 0);
  const ofSpans = spans.reduce(
    (sum, { segments, operations }) =>
      sum + Math.ceil((1 + segments.length + operations.length) / SPANS_PER_EVENT),
    0,
  );
  return Math.max(
    events.length + attachments.length + feedback.length + ofSpans + ofSessions + ofLogs,
    outcomes.length,
  );
}
