import { type InsertObject, sql, type Transaction } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { Schema } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { Feedback, ProcessedReport } from '#product/recording/reports';
import { inChunks, compareText, toKeyName } from '#persistence/stores';

type ReportedFeedback = Feedback & Pick<ProcessedReport, 'publicKey'>;

export const insertFeedback: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, reports, changed, outcomes }) {
    const said = reports.flatMap(({ publicKey, feedback = [] }) =>
      feedback.map((each) => ({ ...each, publicKey })),
    );
    for (const { projectId } of said) changed.add(projectId);
    const reported = said.filter(({ source }) => source === 'user_report');
    const others = said.filter(({ source }) => source === 'feedback');
    await replaceUserReports(transaction, reported);
    const added = await addNew(transaction, others);
    outcomes.push(
      ...reported.map((each) => toCount(each, true)),
      ...others.map((each) => toCount(each, added.has(each))),
    );
  },
};

/** Stores only the last received user report of each event. */
async function replaceUserReports(
  transaction: Transaction<Schema>,
  said: readonly ReportedFeedback[],
): Promise<void> {
  const byTime = said.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
  await inChunks(toRows(byName(byTime)), (chunk) =>
    transaction
      .insertInto('feedback')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'source', 'feedback_id'])
          .doUpdateSet({
            name: sql`excluded.name`,
            email: sql`excluded.email`,
            message: sql`excluded.message`,
            received_at: sql`excluded.received_at`,
            written_at: sql`excluded.written_at`,
            // Something new was said, so somebody has to look again.
            done_at: sql`case when feedback.message = excluded.message then feedback.done_at end`,
          })
          .whereRef('feedback.received_at', '<=', sql`excluded.received_at`),
      )
      .execute(),
  );
}

/** Returns the feedback that is new. When several share an id, only the first one is stored. */
async function addNew(
  transaction: Transaction<Schema>,
  said: readonly ReportedFeedback[],
): Promise<ReadonlySet<ReportedFeedback>> {
  const first = byName(said.toReversed());
  const inserted = await inChunks(toRows(first), (chunk) =>
    transaction
      .insertInto('feedback')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'source', 'feedback_id']).doNothing(),
      )
      .returning(['project_id', 'feedback_id'])
      .execute(),
  );
  return new Set(inserted.map((row) => first.get(toKeyName(row.project_id, row.feedback_id))!));
}

/** When several share an id, the last one stays. */
function byName(said: readonly ReportedFeedback[]): ReadonlyMap<string, ReportedFeedback> {
  return new Map(said.map((each) => [toKeyName(each.projectId, each.id), each]));
}

/** Sorts the rows, because processes that lock the same rows in different orders could deadlock. */
function toRows(said: ReadonlyMap<string, ReportedFeedback>): InsertObject<Schema, 'feedback'>[] {
  const writtenAt = Date.now();
  return [...said]
    .toSorted(([one], [other]) => compareText(one, other))
    .map(([, feedback]) => ({
      project_id: feedback.projectId,
      source: feedback.source,
      feedback_id: feedback.id,
      event_id: feedback.eventId ?? null,
      name: feedback.name ?? null,
      email: feedback.email ?? null,
      url: feedback.url ?? null,
      message: feedback.message,
      received_at: feedback.receivedAtMs,
      written_at: writtenAt,
      // Migration 60 could not take the column's default back on SQLite.
      done_at: null,
    }));
}

function toCount(
  { projectId, publicKey, receivedAtMs: atMs, source }: ReportedFeedback,
  isStored: boolean,
): OutcomeCount {
  const kind = source === 'feedback' ? 'feedback' : 'default';
  const of = { projectId, publicKey, kind, atMs, quantity: 1 } as const;
  return isStored
    ? { ...of, outcome: 'stored', reason: 'taken' }
    : { ...of, outcome: 'duplicate', reason: 'event_id' };
}
