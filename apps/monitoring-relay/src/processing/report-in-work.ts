import type { LogItem, ProcessedReport, ReportFailure, SpanItem } from '#product/recording/reports';
import type { Ending, ItemKind, OutcomeCount } from '#shared';
import { countEnding, countFiltered, type Sender } from '../outcomes/count-ending.ts';
import { toItemKind } from '../outcomes/item-kind.ts';
import { countKinds } from '../outcomes/report-contents.ts';
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
  attachments: [],
  feedback: [],
  discards: [],
  checkIns: [],
  sessions: [],
  logs: [],
  spans: [],
  clientReports: 0,
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
  const { origin, id, publicKey, contents, tally, request } = spooled;
  const { clientReports, filtered: _filtered, empty: _empty, problems: _problems, ...items } = made;
  const sender = toSender(spooled);
  const told = clientReports === 0 ? {} : { internal: clientReports };
  const outcomes = tally ?? [
    ...countFiltered(sender, contents),
    ...countLeftOut(sender, made),
    ...countEnding(sender, { outcome: 'stored', reason: 'taken' }, told),
  ];
  return { origin, reportId: id, publicKey, ...items, outcomes, ...(request ? { request } : {}) };
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
    ...countEnding(sender, { outcome: 'failed', reason: 'recording' }, countKinds(listKinds(made))),
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

function listKinds(made: Processed): ItemKind[] {
  const { events, attachments, feedback, checkIns, sessions, logs, spans, clientReports } = made;
  return [
    ...events.map(({ kind }) => kind),
    ...attachments.map(() => 'attachment' as const),
    ...feedback.map(({ source }) => toItemKind(source)),
    ...checkIns.map(() => 'monitor' as const),
    ...sessions.map(() => 'session' as const),
    ...logs.flatMap(listLogKinds),
    ...spans.flatMap(listSpanKinds),
    ...Array.from({ length: clientReports }, () => 'internal' as const),
  ];
}

function listLogKinds({ logs, dropped }: LogItem): ItemKind[] {
  const length = dropped.reduce((sum, { quantity }) => sum + quantity, logs.length);
  return Array.from({ length }, () => 'log_item' as const);
}

function listSpanKinds({ kind, taken, dropped }: SpanItem): ItemKind[] {
  const length = dropped.reduce((sum, { quantity }) => sum + quantity, taken);
  return Array.from({ length }, () => kind);
}

function countMade(made: Processed): number {
  const { discards: _discards, problems: _problems, clientReports, ...lists } = made;
  return Object.values(lists).reduce((sum, { length }) => sum + length, clientReports);
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
