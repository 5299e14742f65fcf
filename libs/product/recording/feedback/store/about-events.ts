import { type Kysely, type RawBuilder, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Schema } from '#persistence/stores';
import { findRoom, uncount } from '#product/recording/attachments';
import type { Feedback, ReceivedAttachment } from '#product/recording/reports';
import { ownsFiles } from './owns-files.ts';
import { inChunks, toKeyName } from '#persistence/stores';

/**
 * Finds stored feedback that owns these files, and the event that each feedback is about. The map's
 * keys are `toKeyName` of project and feedback id. Its values are event ids.
 */
export async function findAbouts(
  db: Kysely<Schema>,
  attachments: readonly ReceivedAttachment[],
): Promise<ReadonlyMap<string, string>> {
  const abouts = new Map<string, string>();
  for (const projectId of new Set(attachments.map((each) => each.projectId))) {
    const ids = attachments.flatMap((each) =>
      each.projectId === projectId ? (each.eventId ?? []) : [],
    );
    const rows = await inChunks([...new Set(ids)], (chunk) =>
      db
        .selectFrom('feedback')
        .select(['feedback_id', 'event_id'])
        .where('project_id', '=', projectId)
        .where('feedback_id', 'in', chunk)
        .where(ownsFiles('feedback', projectId))
        .execute(),
    );
    for (const { feedback_id: id, event_id: eventId } of rows) {
      if (eventId !== null) abouts.set(toKeyName(projectId, id), eventId);
    }
  }
  return abouts;
}

/** Files handled in one transaction, which then takes less than 50 ms. */
const FILES_PER_TRANSACTION = 500;

interface EarlierFile {
  readonly id: number;
  readonly projectId: number;
  readonly bytes: number;
  readonly aboutEventId: string;
}

/**
 * Handles files that came before their feedback. Counts each file towards the limits of the event
 * that the feedback is about, and drops files beyond the limits. Otherwise a sender could evade the
 * limits by sending files first. Only the first 500 files are handled. Until `adoptOwned` handles
 * the others, they count as files without an owner.
 */
export async function countEarlierFiles(
  transaction: Transaction<Schema>,
  feedback: readonly Feedback[],
): Promise<void> {
  const files: EarlierFile[] = [];
  for (const projectId of new Set(feedback.map((each) => each.projectId))) {
    const ids = feedback.flatMap(({ id, eventId, projectId: of }) =>
      of === projectId && eventId !== undefined ? id : [],
    );
    const earlier = await inChunks(ids, (chunk) =>
      selectEarlier(transaction, projectId).where('attachments.event_id', 'in', chunk).execute(),
    );
    files.push(...listAdoptable(earlier));
  }
  await adopt(transaction, files.slice(0, FILES_PER_TRANSACTION));
}

/**
 * Handles earlier files that `countEarlierFiles` did not handle. `fileIds` must fit into one
 * statement.
 */
export async function adoptOwned(
  transaction: Transaction<Schema>,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const projectId = sql.ref<number>('attachments.project_id');
  const earlier = selectEarlier(transaction, projectId).where('attachments.id', 'in', fileIds);
  await adopt(transaction, listAdoptable(await earlier.execute()));
}

async function adopt(
  transaction: Transaction<Schema>,
  files: readonly EarlierFile[],
): Promise<void> {
  if (files.length === 0) return;
  const room = await findRoom(transaction, files);
  const fitting = new Set(files.filter((file) => room.take(file)));
  const toIds = (some: readonly EarlierFile[]): number[] => some.map(({ id }) => id);
  await updateKept(transaction, toIds(files.filter((file) => fitting.has(file))), {
    about_event_id: sql<string>`(
      select feedback.event_id from feedback
      where feedback.project_id = attachments.project_id
        and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
    )`,
  });
  const dropped = await updateKept(transaction, toIds(files.filter((file) => !fitting.has(file))), {
    state: 'dropped',
  });
  await uncount(transaction, dropped);
}

async function updateKept(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  fate: UpdateObject<Schema, 'attachments'>,
) {
  if (ids.length === 0) return [];
  return transaction
    .updateTable('attachments')
    .set(fate)
    .where('id', 'in', ids)
    .where('state', '=', 'kept')
    .returning(['project_id', 'received_at', 'bytes'])
    .execute();
}

function selectEarlier(db: Kysely<Schema>, projectId: number | RawBuilder<number>) {
  return db
    .selectFrom('attachments')
    .innerJoin('feedback', (join) =>
      join
        .onRef('feedback.project_id', '=', 'attachments.project_id')
        .onRef('feedback.feedback_id', '=', 'attachments.event_id'),
    )
    .select([
      'attachments.id',
      'attachments.project_id as projectId',
      'attachments.bytes',
      'feedback.event_id as aboutEventId',
    ])
    .where('attachments.project_id', '=', projectId)
    .where('attachments.state', '=', 'kept')
    .where('attachments.about_event_id', 'is', null)
    .where('feedback.event_id', 'is not', null)
    .where(ownsFiles('feedback', projectId))
    .orderBy('attachments.id')
    .limit(FILES_PER_TRANSACTION);
}

function listAdoptable(
  rows: readonly (Omit<EarlierFile, 'aboutEventId'> & { readonly aboutEventId: string | null })[],
): EarlierFile[] {
  return rows.flatMap(({ aboutEventId, ...file }) =>
    aboutEventId === null ? [] : { ...file, aboutEventId },
  );
}
