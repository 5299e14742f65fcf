import type { Transaction } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { ProcessedReport, ReportFailure } from '#product/recording/reports';
import { toReasonText } from './reason-text.ts';

/**
 * Ends retries in the transaction that records the reports. Deletes the row of a failed report, or
 * updates it when items failed again. Subtracts the failed outcomes that were counted before.
 * Leaves out a report whose retry has already ended.
 */
export const endRetries: RecordingStep = {
  locks: 'belongings',
  async claim(transaction, dialect, reports) {
    return {
      claimed: await claimRetried(transaction, dialect, reports.filter(isRetried)),
      others: reports.filter((report) => !isRetried(report)),
    };
  },
};

type RetriedReport = ProcessedReport & Required<Pick<ProcessedReport, 'retried'>>;

function isRetried(report: ProcessedReport): report is RetriedReport {
  return report.retried !== undefined;
}

async function claimRetried(
  transaction: Transaction<Schema>,
  dialect: DatabaseDialect,
  reports: readonly RetriedReport[],
): Promise<ProcessedReport[]> {
  const ended: ProcessedReport[] = [];
  for (const report of reports.toSorted((a, b) => a.retried.id - b.retried.id)) {
    const { id, failure } = report.retried;
    const before = await findRetried(transaction, dialect, id);
    if (!before) continue;
    await (failure
      ? keep(transaction, id, failure)
      : transaction.deleteFrom('failed_reports').where('id', '=', id).execute());
    const outcomes = [...report.outcomes, ...takeBack(before), ...(failure?.outcomes ?? [])];
    ended.push({ ...report, outcomes });
  }
  return ended;
}

async function findRetried(
  transaction: Transaction<Schema>,
  { hasConcurrentWriters }: DatabaseDialect,
  id: number,
): Promise<OutcomeCount[] | undefined> {
  const query = transaction
    .selectFrom('failed_reports')
    .select('outcomes')
    .where('id', '=', id)
    .where('retry_at', 'is not', null);
  const row = await (hasConcurrentWriters ? query.forUpdate() : query).executeTakeFirst();
  return row && (JSON.parse(row.outcomes) as OutcomeCount[]);
}

async function keep(
  transaction: Transaction<Schema>,
  id: number,
  { reason, outcomes, items }: ReportFailure,
): Promise<void> {
  await transaction
    .updateTable('failed_reports')
    .set({
      reason: toReasonText(reason),
      outcomes: JSON.stringify(listFailed(outcomes)),
      items: items ? JSON.stringify(items) : undefined,
      retry_at: null,
    })
    .where('id', '=', id)
    .execute();
}

export function listFailed(outcomes: readonly OutcomeCount[]): OutcomeCount[] {
  return outcomes.filter(({ outcome }) => outcome === 'failed');
}

function takeBack(counts: readonly OutcomeCount[]): OutcomeCount[] {
  return counts.map((count) => ({ ...count, quantity: -count.quantity }));
}
