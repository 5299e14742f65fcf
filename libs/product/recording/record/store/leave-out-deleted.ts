import type { Kysely } from 'kysely';
import type { DatabaseKind, Schema, KeptQueries } from '#persistence/stores';
import { toIdParameter, toIdList } from '#persistence/stores';
import type { ProcessedReport } from '#product/recording/reports';

/**
 * Empties reports for projects that were deleted while the reports waited in a spool. Each item of
 * such a report ends as filtered.
 */
export async function leaveOutDeleted(
  { kysely, kept, kind }: { kysely: Kysely<Schema>; kept: KeptQueries; kind: DatabaseKind },
  reports: readonly ProcessedReport[],
): Promise<readonly ProcessedReport[]> {
  const asked = new Set(reports.map(({ projectId }) => projectId));
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
  return reports.map((report) => (ids.has(report.projectId) ? toFilteredReport(report) : report));
}

/** Leaves out all items, of which kind they may be. */
function toFilteredReport({
  origin,
  reportId,
  projectId,
  request,
  publicKey,
  retried,
  ...report
}: ProcessedReport): ProcessedReport {
  const outcomes = [...report.outcomes, ...report.outcomesIfDeleted];
  const identity = { origin, reportId, projectId, request, publicKey, retried };
  return { ...identity, events: [], outcomes, outcomesIfDeleted: [] };
}
