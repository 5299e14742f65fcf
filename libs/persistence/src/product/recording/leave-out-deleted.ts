import type { Kysely } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { DatabaseKind } from '../../database.ts';
import type { Schema } from '../../schema.ts';
import { toIdParameter, toIdList } from '../../statements/id-list.ts';
import type { KeptQueries } from '../../statements/kept-queries.ts';
import type { Feedback, ProcessedReport } from './report.store.ts';

/**
 * The reports without what they have for projects that were deleted while they waited in a spool: each such item ends as
 * filtered. All items of a report are of one project.
 */
export async function leaveOutDeleted(
  { kysely, kept, kind }: { kysely: Kysely<Schema>; kept: KeptQueries; kind: DatabaseKind },
  reports: readonly ProcessedReport[],
): Promise<readonly ProcessedReport[]> {
  const asked = new Set(reports.flatMap((report) => findProject(report) ?? []));
  if (asked.size === 0) return reports;
  const there = await kept.run(
    'projects that are there',
    { ids: toIdParameter(kind, [...asked]) },
    (slot) =>
      kysely
        .selectFrom('projects')
        .select('id')
        .where('id', 'in', toIdList(kind, slot('ids')))
        .where('deleted_at', 'is', null),
  );
  if (there.length === asked.size) return reports;
  const ids = new Set(there.map(({ id }) => id));
  return reports.map((report) => {
    const projectId = findProject(report);
    return projectId === undefined || ids.has(projectId) ? report : toNothing(report);
  });
}

function findProject({ events, attachments, feedback, discards }: ProcessedReport) {
  return (events[0]?.event ?? attachments[0] ?? feedback[0] ?? discards[0])?.projectId;
}

function toNothing(report: ProcessedReport): ProcessedReport {
  const { publicKey, events, attachments, feedback } = report;
  const ended = (
    of: { readonly projectId: number; readonly receivedAtMs: number },
    kind: OutcomeCount['kind'],
  ): OutcomeCount => ({
    projectId: of.projectId,
    publicKey,
    kind,
    atMs: of.receivedAtMs,
    quantity: 1,
    outcome: 'filtered',
    reason: 'no_project',
  });
  const outcomes = [
    ...report.outcomes,
    ...events.map(({ event, kind }) => ended(event, kind)),
    ...attachments.map((file) => ended(file, 'attachment')),
    ...feedback.map((said) => ended(said, toKind(said))),
  ];
  return { ...report, events: [], attachments: [], feedback: [], discards: [], outcomes };
}

function toKind({ source }: Feedback): OutcomeCount['kind'] {
  return source === 'feedback' ? 'feedback' : 'default';
}
