import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { CrowdedOut } from './deletion.types.ts';
import { adoptOwned } from '#product/recording/attachments';
import { dropFiles, isOwned, listIds } from './file-owners.ts';

/** Looked at in one step, so that its transaction takes less than 50 ms. */
const ROWS_PER_STEP = 500;

interface Step {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
}

/** What a project has too much of. Of what it has enough, 0 or less. */
interface Excess {
  readonly projectId: number;
  readonly files: number;
  readonly bytes: number;
}

/** Nobody has looked for what they belong to since they came, which is since when they are in the database. */
export function selectNew(db: Kysely<Schema>) {
  // In the order of the index, and with its condition in so many words: else all rows are read.
  return selectFiles(db)
    .where('attachments.is_checked', '=', sql.lit(0))
    .where('attachments.is_awaiting', '=', sql.lit(0))
    .orderBy('attachments.touched_at');
}

/** What they belong to was not there when it was looked for. A project's oldest first. */
export function selectAwaiting(db: Kysely<Schema>) {
  // By project: so is the index.
  return selectFiles(db)
    .where('attachments.is_awaiting', '=', sql.lit(1))
    .orderBy('attachments.project_id')
    .orderBy('attachments.touched_at');
}

function selectFiles(db: Kysely<Schema>) {
  return db
    .selectFrom('attachments')
    .select(['attachments.id', 'attachments.bytes'])
    .select(isOwned.as('isOwned'))
    .where('attachments.state', '=', sql.lit('kept'));
}

/** Looks for what some new ones belong to. Resolves with false when there are none, or another process has them all in hand. */
export async function lookForOwners({ transaction, dialect }: Step): Promise<boolean> {
  const fresh = selectNew(transaction).limit(ROWS_PER_STEP);
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

/** Files that have what they belong to: nobody looks for it again. */
export async function keepOwned(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await adoptOwned(transaction, ids);
  await transaction
    .updateTable('attachments')
    .set({ is_checked: 1, is_awaiting: 0 })
    .where('id', 'in', ids)
    .execute();
}

/** A project in which more waits than may; undefined when there is none. Reads what waits by its index alone. */
export function findCrowded(db: Kysely<Schema>): Promise<Excess | undefined> {
  const { filesAwaitingPerProject, fileBytesAwaitingPerProject } = reportLimits;
  const files = sql<number>`count(*) - ${sql.lit(filesAwaitingPerProject)}`;
  // Else PostgreSQL sums bigints up to a numeric, which is read as text.
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
 * Drops the oldest of such a project, as many as are too many and one step may; what has its event by now is kept, and
 * waits no more. Two processes at the same moment may each drop a step's. Resolves with undefined when there is none,
 * or another process has it in hand.
 */
export async function crowdOut({ transaction, dialect }: Step): Promise<CrowdedOut | undefined> {
  const crowded = await findCrowded(transaction);
  if (!crowded) return undefined;
  const { projectId } = crowded;
  const oldest = selectAwaiting(transaction)
    .where('attachments.project_id', '=', projectId)
    .limit(ROWS_PER_STEP);
  const files = await (
    dialect.hasConcurrentWriters ? oldest.forUpdate('attachments').skipLocked() : oldest
  ).execute();
  if (files.length === 0) return undefined;
  const leaving = takeExcess(files, crowded);
  await keepOwned(transaction, listIds(leaving, true));
  await dropFiles(transaction, listIds(leaving, false), isOwned);
  const dropped = leaving.filter((file) => !file.isOwned);
  return {
    projectId,
    files: dropped.length,
    bytes: dropped.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The first so many without which there are not too many any more. */
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
