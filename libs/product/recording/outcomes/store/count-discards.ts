import { sql, type Transaction } from 'kysely';
import type { DiscardCount } from '#shared';
import type { DiscardsTable } from './outcome.tables.ts';
import type { Schema } from '#persistence/stores';
import { HOUR_MS, MINUTE_MS, toBucketStart, inChunks, compareText } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';

declare module '#product/recording/reports' {
  interface ReportItems {
    /** The lines of each client report. */
    readonly discards?: readonly (readonly DiscardCount[])[];
  }
}

export const countDiscards: RecordingStep = {
  locks: 'counters',
  async run({ transaction, reports }) {
    const counts = reports.flatMap(({ discards = [] }) => discards.flat());
    if (counts.length === 0) return;
    await addCounts(transaction, 'discard_hours', toRows(counts, HOUR_MS));
    await addCounts(transaction, 'discard_minutes', toRows(counts, MINUTE_MS));
  },
};

/**
 * Adds up equal counts in one row. Sorts the rows, because processes that lock the same rows in
 * different orders could deadlock.
 */
function toRows(counts: readonly DiscardCount[], bucketMs: number): DiscardsTable[] {
  const rows = new Map<string, DiscardsTable>();
  for (const { projectId, publicKey, atMs, reason, kind, quantity } of counts) {
    const startsAt = toBucketStart(atMs, bucketMs);
    const name = JSON.stringify([projectId, startsAt, publicKey, reason, kind]);
    rows.set(name, {
      project_id: projectId,
      starts_at: startsAt,
      public_key: publicKey,
      reason,
      kind,
      quantity: quantity + (rows.get(name)?.quantity ?? 0),
    });
  }
  return [...rows].toSorted(([a], [b]) => compareText(a, b)).map(([, row]) => row);
}

async function addCounts(
  transaction: Transaction<Schema>,
  table: 'discard_hours' | 'discard_minutes',
  rows: readonly DiscardsTable[],
): Promise<void> {
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto(table)
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'starts_at', 'public_key', 'reason', 'kind']).doUpdateSet({
          quantity: sql<number>`${sql.ref(`${table}.quantity`)} + excluded.quantity`,
        }),
      )
      .execute(),
  );
}
