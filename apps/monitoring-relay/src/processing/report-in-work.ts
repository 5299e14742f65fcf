import type { ProcessedReport, ReportFailure, ReportItems } from '#product/recording/reports';
import type { MadeItem } from '#product/recording/reports/relay';
import type { Ending, OutcomeCount } from '#shared';
import { countEnding, countFiltered, type Sender } from '../outcomes/count-ending.ts';
import { countKinds, KindCounter, type KindCounts } from '../outcomes/report-contents.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';
import type { Problem } from './items/made.ts';
import type { Processed } from './process-report.ts';

export interface ReportInWork {
  readonly spooled: SpooledReport;
  readonly made: Processed;
  readonly reason: string | undefined;
}

export const nothingMade: Processed = {
  events: [],
  items: [],
  filtered: [],
  empty: [],
  problems: [],
};

export function toReportInWork(spooled: SpooledReport, made: Processed): ReportInWork {
  return { spooled, made, reason: describeProblems(made.problems, countMade(made)) };
}

export function isRecordable({ made, reason }: ReportInWork): boolean {
  return reason === undefined || countMade(made) > 0;
}

/** Leaves out the outcomes of failed items, because those items are stored as a failed report. */
export function toProcessedReport({ spooled, made }: ReportInWork): ProcessedReport {
  const { origin, id: reportId, projectId, publicKey, request, contents, tally } = spooled;
  const { events, items } = made;
  const sender = toSender(spooled);
  const told = countItems(items.filter(({ endsAsStored }) => endsAsStored));
  const others = { events, items: items.filter(({ endsAsStored }) => !endsAsStored) };
  const outcomes = tally ?? [
    ...countFiltered(sender, contents),
    ...countLeftOut(sender, made),
    ...countEnding(sender, { outcome: 'stored', reason: 'taken' }, told),
  ];
  const ifDeleted = { outcome: 'filtered', reason: 'no_project' } as const;
  const outcomesIfDeleted = countEnding(sender, ifDeleted, countWhole(others));
  const identity = { origin, reportId, projectId, publicKey, request };
  return { ...identity, ...toLists(items), events, outcomes, outcomesIfDeleted };
}

function toLists(items: readonly MadeItem[]): ReportItems {
  const lists = new Map<keyof ReportItems, unknown[]>();
  for (const { list, value } of items) {
    if (!lists.has(list)) lists.set(list, []);
    lists.get(list)!.push(value);
  }
  // `declareItems` checks that the values are of their list's type.
  return Object.fromEntries(lists) as ReportItems;
}

/**
 * Returns how many events cost as much to record. Outcomes are added up, so they cost as much only
 * where there are more of them.
 */
export function weighReport(
  { made: { events, items } }: ReportInWork,
  outcomes: readonly OutcomeCount[],
): number {
  const weight = items.reduce((sum, each) => sum + each.weight, events.length);
  return Math.max(weight, outcomes.length);
}

export function findFailure(report: ReportInWork): ReportFailure | undefined {
  const { made, reason } = report;
  if (reason === undefined) return undefined;
  return { reason, outcomes: countProblems(report), items: made.problems.flatMap(toPlace) };
}

export function toUnrecordedFailure(report: ReportInWork): ReportFailure {
  return { reason: report.reason ?? '', outcomes: countUnrecorded(report) };
}

function toPlace({ item }: Problem): number | readonly [] {
  return item ?? [];
}

function countProblems({ spooled, made }: ReportInWork): OutcomeCount[] {
  const [faults, mistakes] = [true, false].map((isFault) =>
    made.problems.filter(({ error }) => (error !== undefined) === isFault).map(({ kind }) => kind),
  );
  const sender = toSender(spooled);
  const count = (reason: FailedReason, kinds = [] as Problem['kind'][]) =>
    countEnding(sender, { outcome: 'failed', reason }, countKinds(kinds));
  return [...count('processing', faults), ...count('unreadable', mistakes)];
}

function countUnrecorded(report: ReportInWork): OutcomeCount[] {
  const { spooled, made } = report;
  const sender = toSender(spooled);
  return [
    ...countEnding(sender, { outcome: 'failed', reason: 'recording' }, countWhole(made)),
    ...countProblems(report),
    ...countFiltered(sender, spooled.contents),
    ...countLeftOut(sender, made),
  ];
}

function countLeftOut(sender: Sender, { filtered, empty }: Processed): OutcomeCount[] {
  return [
    ...filtered.flatMap(({ kind, by }) =>
      countEnding(sender, { outcome: 'filtered', reason: by }, countKinds([kind])),
    ),
    ...countEnding(sender, { outcome: 'invalid', reason: 'malformed' }, countKinds(empty)),
  ];
}

function countWhole({ events, items }: Pick<Processed, 'events' | 'items'>): KindCounts {
  return countItems([...events.map(({ kind }) => ({ kind, count: 1 })), ...items]);
}

function countItems(items: readonly Pick<MadeItem, 'kind' | 'count'>[]): KindCounts {
  const counter = new KindCounter();
  for (const { kind, count } of items) if (count > 0) counter.add(kind, count);
  return counter.counts;
}

function countMade({ problems: _problems, ...lists }: Processed): number {
  return Object.values(lists).reduce((sum, { length }) => sum + length, 0);
}

type FailedReason = Extract<Ending, { outcome: 'failed' }>['reason'];

function toSender({ projectId, publicKey, receivedAtMs }: SpooledReport): Sender {
  return { projectId, publicKey, atMs: receivedAtMs };
}

function describeProblems(problems: readonly Problem[], recordable: number): string | undefined {
  if (problems.length === 0) return undefined;
  const reasons = [...new Set(problems.map(({ reason }) => reason))].join(' ').slice(0, 1000);
  if (recordable === 0) return reasons;
  return `${problems.length} of ${problems.length + recordable} items: ${reasons}`;
}
