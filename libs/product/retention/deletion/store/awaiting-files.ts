import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { DroppedFiles } from './deletion.types.ts';
import { dropFiles, type FileOwner, isOwned, listIds } from '#product/recording/attachments';

/** Number of files that one step handles. A low number keeps its transaction under 50 ms. */
const ROWS_PER_STEP = 500;

interface Step {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly owners: readonly FileOwner[];
}

/**
 * Number of files, and of bytes, by which a project exceeds its limits. A number is 0 or less when
 * the project is within that limit.
 */
interface Excess {
  readonly projectId: number;
  readonly files: number;
  readonly bytes: number;
}

export function selectNew(db: Kysely<Schema>, owners: readonly FileOwner[]) {
  // The literals and the order must match the partial index, or the database reads all rows.
  return selectFiles(db, owners)
    .where('attachments.is_checked', '=', sql.lit(0))
    .where('attachments.is_awaiting', '=', sql.lit(0))
    .orderBy('attachments.touched_at');
}

/** Selects files whose event or feedback was not found yet, oldest first within each project. */
export function selectAwaiting(db: Kysely<Schema>, owners: readonly FileOwner[]) {
  return selectFiles(db, owners)
    .where('attachments.is_awaiting', '=', sql.lit(1))
    .orderBy('attachments.project_id')
    .orderBy('attachments.touched_at');
}

function selectFiles(db: Kysely<Schema>, owners: readonly FileOwner[]) {
  return db
    .selectFrom('attachments')
    .select(['attachments.id', 'attachments.bytes'])
    .select(isOwned(owners).as('isOwned'))
    .where('attachments.state', '=', sql.lit('kept'));
}

export async function lookForOwners({ transaction, dialect, owners }: Step): Promise<boolean> {
  const fresh = selectNew(transaction, owners).limit(ROWS_PER_STEP);
  const files = await (
    dialect.hasConcurrentWriters ? fresh.forUpdate('attachments').skipLocked() : fresh
  ).execute();
  if (files.length === 0) return false;
  await keepOwned(transaction, listIds(files, true));
  const unowned = listIds(files, false);
  if (unowned.length > 0) {
    const awaiting = transaction.updateTable('attachments').set({ is_awaiting: 1 });
    await awaiting.where('id', 'in', unowned).execute();
  }
  return true;
}

/** Marks files whose event or feedback was found, so that no step searches again. */
export async function keepOwned(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('attachments')
    .set({ is_checked: 1, is_awaiting: 0 })
    .where('id', 'in', ids)
    .execute();
}

/** Returns a project whose waiting files exceed a limit. Reads only the index of waiting files. */
export function findCrowded(db: Kysely<Schema>): Promise<Excess | undefined> {
  const { filesAwaitingPerProject, fileBytesAwaitingPerProject } = reportLimits;
  const files = sql<number>`count(*) - ${sql.lit(filesAwaitingPerProject)}`;
  // Without the cast, PostgreSQL sums bigints to a numeric, which arrives as text.
  const bytes = sql<number>`cast(sum(bytes) as bigint) - ${sql.lit(fileBytesAwaitingPerProject)}`;
  return db
    .selectFrom('attachments')
    .select(['project_id as projectId', files.as('files'), bytes.as('bytes')])
    .where('is_awaiting', '=', sql.lit(1))
    .where('state', '=', sql.lit('kept'))
    .groupBy('project_id')
    .having(sql<boolean>`${files} > 0 or ${bytes} > 0`)
    .limit(1)
    .executeTakeFirst();
}

/**
 * Drops the oldest waiting files of a project that is beyond its limits, at most `ROWS_PER_STEP` of
 * them. Files whose event has come are kept and no longer wait.
 *
 * Two simultaneous processes may together drop twice as many. Returns undefined when no project is
 * beyond its limits, or another process has locked the files.
 */
export async function dropExcessFiles({
  transaction,
  dialect,
  owners,
}: Step): Promise<DroppedFiles | undefined> {
  const crowded = await findCrowded(transaction);
  if (!crowded) return undefined;
  const { projectId } = crowded;
  const oldest = selectAwaiting(transaction, owners)
    .where('attachments.project_id', '=', projectId)
    .limit(ROWS_PER_STEP);
  const files = await (
    dialect.hasConcurrentWriters ? oldest.forUpdate('attachments').skipLocked() : oldest
  ).execute();
  if (files.length === 0) return undefined;
  const leaving = takeExcess(files, crowded);
  await keepOwned(transaction, listIds(leaving, true));
  await dropFiles(transaction, listIds(leaving, false), isOwned(owners));
  const dropped = leaving.filter((file) => !file.isOwned);
  return {
    projectId,
    files: dropped.length,
    bytes: dropped.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function takeExcess<File extends { readonly bytes: number }>(
  files: readonly File[],
  excess: Excess,
): File[] {
  let { files: count, bytes } = excess;
  return files.filter((file) => {
    if (count <= 0 && bytes <= 0) return false;
    count -= 1;
    bytes -= file.bytes;
    return true;
  });
}
