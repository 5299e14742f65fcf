import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { OutcomesTable } from './outcome.tables.ts';
import type { Schema } from '#persistence/stores';
import { HOUR_MS, MINUTE_MS, toBucketStart, inChunks, compareText } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { GroupedEvent, Keeping, ProcessedReport } from '#product/recording/reports';

export const countOutcomes: RecordingStep = {
  locks: 'counters',
  async run({ transaction, reports, events, outcomes }) {
    const counts = reports.flatMap((report) => [
      ...report.outcomes,
      ...report.events.map((event) => toCount(event, report, events.get(event)?.keeping)),
    ]);
    counts.push(...outcomes);
    await addOutcomes(transaction, counts);
  },
};

export async function addOutcomes(
  transaction: Transaction<Schema>,
  counts: readonly OutcomeCount[],
): Promise<void> {
  await addCounts(transaction, 'outcome_hours', toRows(counts, HOUR_MS));
  await addCounts(transaction, 'outcome_minutes', toRows(counts, MINUTE_MS));
}

function toCount(
  { event, kind }: GroupedEvent,
  { publicKey }: ProcessedReport,
  keeping: Keeping | undefined,
): OutcomeCount {
  const { projectId, receivedAtMs } = event;
  const of = { projectId, publicKey, kind, atMs: receivedAtMs, quantity: 1 };
  if (keeping === undefined) return { ...of, outcome: 'duplicate', reason: 'event_id' };
  return keeping === 'whole'
    ? { ...of, outcome: 'stored', reason: 'taken' }
    : { ...of, outcome: 'counted', reason: keeping };
}

/**
 * Adds up equal counts in one row. Sorts the rows, because processes that lock the same rows in
 * different orders could deadlock.
 */
function toRows(counts: readonly OutcomeCount[], bucketMs: number): OutcomesTable[] {
  const rows = new Map<string, OutcomesTable>();
  for (const { projectId, publicKey, atMs, outcome, reason, kind, quantity } of counts) {
    const startsAt = toBucketStart(atMs, bucketMs);
    const name = JSON.stringify([projectId, startsAt, publicKey, outcome, reason, kind]);
    rows.set(name, {
      project_id: projectId,
      starts_at: startsAt,
      public_key: publicKey,
      outcome,
      reason,
      kind,
      quantity: quantity + (rows.get(name)?.quantity ?? 0),
    });
  }
  return [...rows].toSorted(([a], [b]) => compareText(a, b)).map(([, row]) => row);
}

async function addCounts(
  transaction: Transaction<Schema>,
  table: 'outcome_hours' | 'outcome_minutes',
  rows: readonly OutcomesTable[],
): Promise<void> {
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto(table)
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'starts_at', 'public_key', 'outcome', 'reason', 'kind'])
          .doUpdateSet({
            quantity: sql<number>`${sql.ref(`${table}.quantity`)} + excluded.quantity`,
          }),
      )
      .execute(),
  );
}
