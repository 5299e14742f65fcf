import type { Kysely } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { DatabaseKind, Schema, KeptQueries } from '#persistence/stores';
import { toIdParameter, toIdList } from '#persistence/stores';
import type { Feedback, LogItem, ProcessedReport } from '#product/recording/reports';

/**
 * Empties reports for projects that were deleted while the reports waited in a spool. Each item of
 * such a report ends as filtered. All items of a report belong to one project, so the first item
 * decides.
 */
export async function leaveOutDeleted(
  { kysely, kept, kind }: { kysely: Kysely<Schema>; kept: KeptQueries; kind: DatabaseKind },
  reports: readonly ProcessedReport[],
): Promise<readonly ProcessedReport[]> {
  const asked = new Set(reports.flatMap((report) => findProject(report) ?? []));
  if (asked.size === 0) return reports;
  const deleted = await kept.run(
    'deleted projects',
    { ids: toIdParameter(kind, [...asked]) },
    (slot) =>
      kysely
        .selectFrom('project_deletions')
        .select('project_id')
        .where('project_id', 'in', toIdList(kind, slot('ids'))),
  );
  if (deleted.length === 0) return reports;
  // A project that never existed is a fault, not a deletion. Its reports stay in the batch, so that
  // recording fails and the reports are not lost.
  const ids = new Set(deleted.map(({ project_id }) => project_id));
  return reports.map((report) => {
    const projectId = findProject(report);
    return projectId !== undefined && ids.has(projectId) ? toFilteredReport(report) : report;
  });
}

const nothing = {
  events: [],
  attachments: [],
  feedback: [],
  discards: [],
  checkIns: [],
  sessions: [],
  logs: [],
  spans: [],
} as const satisfies Partial<ProcessedReport>;

function findProject(report: ProcessedReport): number | undefined {
  for (const list of Object.keys(nothing) as (keyof typeof nothing)[]) {
    const first = report[list]?.[0];
    if (first) return 'event' in first ? first.event.projectId : first.projectId;
  }
  return undefined;
}

function toFilteredReport(report: ProcessedReport): ProcessedReport {
  const {
    publicKey,
    events,
    attachments,
    feedback,
    checkIns = [],
    sessions = [],
    logs = [],
    spans = [],
  } = report;
  const ended = (
    of: { readonly projectId: number; readonly receivedAtMs: number },
    kind: OutcomeCount['kind'],
    quantity = 1,
  ): OutcomeCount => ({
    projectId: of.projectId,
    publicKey,
    kind,
    atMs: of.receivedAtMs,
    quantity,
    outcome: 'filtered',
    reason: 'no_project',
  });
  const outcomes = [
    ...report.outcomes,
    ...events.map(({ event, kind }) => ended(event, kind)),
    ...attachments.map((file) => ended(file, 'attachment')),
    ...feedback.map((said) => ended(said, toKind(said))),
    ...checkIns.map((checkIn) => ended(checkIn, 'monitor')),
    ...sessions.map((item) => ended(item, 'session')),
    ...logs.map((item) => ended(item, 'log_item', countAll(item.logs.length, item))),
    ...spans.map((item) => ended(item, item.kind, countAll(item.taken, item))),
  ];
  return { ...report, ...nothing, outcomes };
}

function countAll(taken: number, { dropped }: Pick<LogItem, 'dropped'>): number {
  return dropped.reduce((sum, { quantity }) => sum + quantity, taken);
}

function toKind({ source }: Feedback): OutcomeCount['kind'] {
  return source === 'feedback' ? 'feedback' : 'default';
}
