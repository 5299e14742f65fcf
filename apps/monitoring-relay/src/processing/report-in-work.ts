import type { ProcessedReport } from '#persistence';
import type { Ending, OutcomeCount } from '#shared';
import { countEnding, countFiltered, type Sender } from '../outcomes/count-ending.ts';
import { countKinds } from '../outcomes/report-contents.ts';
import type { SpooledReport } from '../spool/spool.ts';
import type { Problem, Processed } from './process-report.ts';

/** A spooled report on its way to the database, and what becomes of each item of it. */
export interface ReportInWork {
  readonly spooled: SpooledReport;
  readonly made: Processed;
  /** Why some of its events could not be processed. */
  readonly reason: string | undefined;
}

export function toReportInWork(spooled: SpooledReport, made: Processed): ReportInWork {
  return { spooled, made, reason: describeProblems(made.problems, made.events.length) };
}

/** With what is counted in the transaction that records it: all but what is kept aside. */
export function toProcessedReport({ spooled, made }: ReportInWork): ProcessedReport {
  const { origin, id, publicKey, contents, tally } = spooled;
  const outcomes = tally ?? countFiltered(toSender(spooled), contents);
  return { origin, reportId: id, publicKey, events: made.events, outcomes };
}

/** Of a report that is kept aside for some of its items, once the others are recorded. */
export function countProblems({ spooled, made }: ReportInWork): OutcomeCount[] {
  const [faults, mistakes] = [true, false].map((isFault) =>
    made.problems.filter(({ error }) => (error !== undefined) === isFault).map(({ kind }) => kind),
  );
  const sender = toSender(spooled);
  const count = (reason: FailedReason, kinds = [] as Problem['kind'][]) =>
    countEnding(sender, { outcome: 'failed', reason }, countKinds(kinds));
  return [...count('processing', faults), ...count('unreadable', mistakes)];
}

/** Of a report of which nothing is recorded: none of its items has been counted yet. */
export function countUnrecorded(report: ReportInWork): OutcomeCount[] {
  const { spooled, made } = report;
  const sender = toSender(spooled);
  const events = countKinds(made.events.map(({ kind }) => kind));
  return [
    ...countEnding(sender, { outcome: 'failed', reason: 'recording' }, events),
    ...countProblems(report),
    ...countFiltered(sender, spooled.contents),
  ];
}

type FailedReason = Extract<Ending, { outcome: 'failed' }>['reason'];

function toSender({ projectId, publicKey, receivedAtMs }: SpooledReport): Sender {
  return { projectId, publicKey, atMs: receivedAtMs };
}

/** Undefined when there are none. */
function describeProblems(problems: readonly Problem[], recordable: number): string | undefined {
  if (problems.length === 0) return undefined;
  const reasons = [...new Set(problems.map(({ reason }) => reason))].join(' ').slice(0, 1000);
  if (recordable === 0) return reasons;
  return `${problems.length} of ${problems.length + recordable} events: ${reasons}`;
}
