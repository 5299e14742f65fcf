import type { ProcessedReport } from '#product/recording/reports';

/**
 * What one transaction writes. Measured on SQLite, which is written in the thread that answers
 * requests: 4,000 events at once held it for 224 ms, 200 at a time never longer than 26 ms.
 */
const EVENTS_PER_TRANSACTION = 200;

/** Cuts a batch into transactions, in its order. A report stays whole, however much it holds. */
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

/** What else it brings, or counts, takes about as long to write as an event at the most. */
function weigh({ events, attachments, feedback, outcomes }: ProcessedReport): number {
  return Math.max(events.length + attachments.length + feedback.length, outcomes.length);
}
