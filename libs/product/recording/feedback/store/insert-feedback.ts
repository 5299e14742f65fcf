import { type InsertObject, sql, type Transaction } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { Schema } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { Feedback, ProcessedReport } from '#product/recording/reports';
import { countEarlierFiles } from './about-events.ts';
import { inChunks, compareText, toPortableText, toPortableTextOrNull } from '#persistence/stores';

interface ReportedFeedback {
  readonly feedback: Feedback;
  readonly publicKey: string;
}

export const insertFeedback: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, reports, outcomes }) {
    outcomes.push(...(await writeFeedback(transaction, reports)));
  },
};

async function writeFeedback(
  transaction: Transaction<Schema>,
  reports: readonly ProcessedReport[],
): Promise<OutcomeCount[]> {
  const all = reports.flatMap(({ publicKey, feedback }) =>
    feedback.map((each) => ({ feedback: each, publicKey })),
  );
  if (all.length === 0) return [];
  const isReport = ({ feedback }: ReportedFeedback): boolean => feedback.source === 'user_report';
  const reportsOfUsers = all.filter(isReport);
  const others = all.filter((each) => !isReport(each));
  await replaceUserReports(transaction, reportsOfUsers);
  const added = await addNew(transaction, others);
  await countEarlierFiles(
    transaction,
    [...added].map(({ feedback }) => feedback),
  );
  return [
    ...reportsOfUsers.map((each) => toCount(each, true)),
    ...others.map((each) => toCount(each, added.has(each))),
  ];
}

/** Stores only the last received user report of each event. */
async function replaceUserReports(
  transaction: Transaction<Schema>,
  said: readonly ReportedFeedback[],
): Promise<void> {
  const latest = new Map<string, ReportedFeedback>();
  for (const each of said) {
    const before = latest.get(toName(each))?.feedback.receivedAtMs ?? -Infinity;
    if (each.feedback.receivedAtMs >= before) latest.set(toName(each), each);
  }
  await inChunks(toRows([...latest.values()]), (chunk) =>
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
  const first = new Map<string, ReportedFeedback>();
  for (const each of said) if (!first.has(toName(each))) first.set(toName(each), each);
  const inserted = await inChunks(toRows([...first.values()]), (chunk) =>
    transaction
      .insertInto('feedback')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'source', 'feedback_id']).doNothing(),
      )
      .returning(['project_id', 'feedback_id'])
      .execute(),
  );
  const names = inserted.map(({ project_id, feedback_id }) => `${project_id}/${feedback_id}`);
  return new Set(names.flatMap((name) => first.get(name) ?? []));
}

function toName({ feedback: { projectId, id } }: ReportedFeedback): string {
  return `${projectId}/${id}`;
}

/** Sorts the rows, because processes that lock the same rows in different orders could deadlock. */
function toRows(said: readonly ReportedFeedback[]): InsertObject<Schema, 'feedback'>[] {
  const writtenAt = Date.now();
  return said
    .toSorted((one, other) => compareText(toName(one), toName(other)))
    .map(({ feedback }) => ({
      project_id: feedback.projectId,
      source: feedback.source,
      feedback_id: feedback.id,
      event_id: feedback.eventId ?? null,
      name: toPortableTextOrNull(feedback.name),
      email: toPortableTextOrNull(feedback.email),
      url: toPortableTextOrNull(feedback.url),
      message: toPortableText(feedback.message),
      received_at: feedback.receivedAtMs,
      written_at: writtenAt,
      // Migration 60 could not take the column's default back on SQLite.
      done_at: null,
    }));
}

function toCount({ feedback, publicKey }: ReportedFeedback, isStored: boolean): OutcomeCount {
  const { projectId, receivedAtMs: atMs, source } = feedback;
  const kind = source === 'feedback' ? ('feedback' as const) : ('default' as const);
  const of = { projectId, publicKey, kind, atMs, quantity: 1 };
  return isStored
    ? { ...of, outcome: 'stored', reason: 'taken' }
    : { ...of, outcome: 'duplicate', reason: 'event_id' };
}
