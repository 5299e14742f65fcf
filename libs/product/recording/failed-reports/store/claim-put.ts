import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import type { NewFailedReport } from './failed-report.types.ts';
import { toPutOrigin } from '#product/recording/record';
import { toName } from './failed-report-row.ts';

/**
 * Stores the identities of these failed reports, so that a report that was discarded meanwhile is
 * not stored again. Also marks the reports as recorded, so that only a retry can record them.
 * Returns the reports that were not stored as failed before.
 */
export async function claimPut(
  transaction: Transaction<Schema>,
  reports: readonly NewFailedReport[],
): Promise<NewFailedReport[]> {
  const byName = new Map(reports.map((each) => [toName(each.origin, each.reportId), each]));
  const rows = [...byName.values()].flatMap(({ origin, reportId }) =>
    [toPutOrigin(origin), origin].map((of) => ({ origin: of, report_id: reportId })),
  );
  const claimed = await inChunks(rows, (chunk) =>
    transaction
      .insertInto('processed_reports')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['origin', 'report_id']).doNothing())
      .returning(['origin', 'report_id'])
      .execute(),
  );
  const names = new Set(claimed.map((row) => toName(row.origin, row.report_id)));
  return [...byName.values()].filter(({ origin, reportId }) =>
    names.has(toName(toPutOrigin(origin), reportId)),
  );
}
