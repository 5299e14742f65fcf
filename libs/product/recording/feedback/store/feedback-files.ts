import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema, ValueOrSlot } from '#persistence/stores';
import type { FileOwner } from '#product/recording/attachments';
import { adoptOwned, findAbouts } from './about-events.ts';
import { ownsFiles } from './owns-files.ts';
import { hasOverdue, owningFeedback, removeOverdue, ROWS_PER_STEP } from './remove-feedback.ts';

const MAX_FEEDBACK = 100;

export const feedbackFiles: FileOwner = {
  table: 'feedback',
  ownsFile: sql<boolean>`exists (${owningFeedback})`,
  selectOwners(db, projectId, eventId) {
    const first = selectFirstFeedback(db, projectId, eventId).select(['feedback_id', 'source']);
    const owning = ownsFiles('said', projectId);
    return sql<string>`(select feedback_id from ${first} as said where ${owning})`;
  },
  selectEvent: (projectId, ownerId) => sql<string>`(
    select event_id from feedback
    where project_id = ${projectId} and feedback_id = ${ownerId}
      and ${ownsFiles('feedback', projectId)}
  )`,
  findAbouts,
  adopt: adoptOwned,
  findAbout,
  hasOverdue,
  removeOverdue,
};

async function findAbout(
  transaction: Transaction<Schema>,
  projectId: number,
  eventIds: readonly string[],
) {
  const rows = await transaction
    .selectFrom('feedback')
    .select(['id', 'feedback_id', ownsFiles('feedback', projectId).as('owns')])
    .where('project_id', '=', projectId)
    .where('event_id', 'in', eventIds)
    .limit(ROWS_PER_STEP)
    .execute();
  const owning = rows.filter(({ owns }) => owns);
  return {
    ids: rows.map(({ id }) => id),
    ownerIds: owning.map(({ feedback_id: id }) => id),
  };
}

export function selectFirstFeedback(
  db: Kysely<Schema>,
  projectId: ValueOrSlot<number>,
  eventId: ValueOrSlot<string>,
) {
  return db
    .selectFrom('feedback')
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('received_at')
    .orderBy('id')
    .limit(MAX_FEEDBACK);
}
