import { isOver } from '#shared';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { type FileOwner, removeSomeOf } from '#product/recording/attachments';
import { releaseKeys, removeLeftovers } from '#product/retention/deletion';
import { lockProject } from '#product/recording/record';
import { removeTagsOfProject } from '#product/recording/tags';
import type { ProjectRemovalStep } from '#product/recording/steps';

/**
 * Maximum number of rows of each kind that a step deletes. Low numbers keep its transaction under
 * 50 ms.
 */
const STEP = { issues: 20, files: 200, rows: 500, buckets: 100, reports: 20 };

/**
 * Time for which the project's row stays. A relay that read the project before the deletion may
 * record events for some seconds more, and its inserts would fail without this row.
 */
const LEAST_MS = 60_000;

interface Step {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly projectId: number;
  readonly askedAt: number;
  readonly nowMs: number;
  readonly others: readonly ProjectRemovalStep[];
  readonly owners: readonly FileOwner[];
}

type Remove = (step: Step) => Promise<boolean>;

/**
 * Steps in the order in which they run. Keys precede files and their owners, because deleting a key
 * also deletes the files and owners of its events.
 */
const kinds: readonly Remove[] = [
  releaseIssues,
  removeKeys,
  removeFiles,
  (step) => removeCounts(step, 'outcome_hours'),
  (step) => removeCounts(step, 'outcome_minutes'),
  (step) => removeCounts(step, 'discard_hours'),
  (step) => removeCounts(step, 'discard_minutes'),
  removeFailedReports,
  removeTags,
  removeOthers,
  removeRest,
];

/**
 * Deletes some rows of a deleted project. Returns false when none is left, or when another process
 * has locked the deletion.
 */
export async function removeSomeOfProject(step: Step): Promise<boolean> {
  const { transaction, dialect, projectId } = step;
  const deletion = transaction
    .selectFrom('project_deletions')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('done_at', 'is', null);
  const held = dialect.hasConcurrentWriters ? deletion.forUpdate().skipLocked() : deletion;
  if (!(await held.executeTakeFirst())) return false;
  for (const remove of kinds) if (await remove(step)) return true;
  return false;
}

async function releaseIssues({ transaction, dialect, projectId }: Step): Promise<boolean> {
  const issues = transaction
    .selectFrom('issues')
    .select('id')
    .where('project_id', '=', projectId)
    .where('merged_into', 'is', null)
    .limit(STEP.issues);
  if (!(await issues.executeTakeFirst())) return false;
  // This lock keeps other processes from merging these issues and from making new ones.
  await lockProject(transaction, projectId);
  for (const { id } of await issues.orderBy('id').execute()) {
    await releaseKeys({ transaction, dialect }, id);
    await transaction.deleteFrom('issues').where('id', '=', id).execute();
  }
  return true;
}

/**
 * Deletes keys with their events, files, owners of files and counts. A step may first delete rows of
 * another deleted issue, also of another project.
 */
async function removeKeys({ transaction, dialect, projectId, owners }: Step): Promise<boolean> {
  const key = await transaction
    .selectFrom('grouping_keys')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined && (await removeLeftovers({ transaction, dialect, owners }));
}

async function removeFiles({ transaction, projectId }: Step): Promise<boolean> {
  const files = await transaction
    .selectFrom('attachments')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(STEP.files)
    .execute();
  return removeSomeOf(
    transaction,
    files.map(({ id }) => id),
  );
}

async function removeCounts(
  { transaction, projectId }: Step,
  table: 'outcome_hours' | 'outcome_minutes' | 'discard_hours' | 'discard_minutes',
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom(table)
    .where('project_id', '=', projectId)
    .where('starts_at', 'in', (rows) =>
      rows
        .selectFrom(table)
        .select('starts_at')
        .where('project_id', '=', projectId)
        .limit(STEP.buckets),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function removeFailedReports({ transaction, projectId }: Step): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('failed_reports')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('failed_reports')
        .select('id')
        .where('project_id', '=', projectId)
        .limit(STEP.reports),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function removeTags({ transaction, projectId }: Step): Promise<boolean> {
  return (await removeTagsOfProject(transaction, projectId, STEP.rows)) > 0;
}

async function removeOthers({ transaction, projectId, others }: Step): Promise<boolean> {
  for (const remove of others) if (await remove(transaction, projectId)) return true;
  return false;
}

/**
 * Deletes the project's own row. Along with it, the database deletes settings, releases and rows
 * that were added meanwhile.
 */
async function removeRest({ transaction, projectId, askedAt, nowMs }: Step): Promise<boolean> {
  if (!isOver(askedAt + LEAST_MS, nowMs, LEAST_MS)) return false;
  await transaction.deleteFrom('projects').where('id', '=', projectId).execute();
  await transaction.deleteFrom('storage_days').where('project_id', '=', projectId).execute();
  await transaction
    .updateTable('project_deletions')
    .set({ done_at: nowMs })
    .where('project_id', '=', projectId)
    .execute();
  return true;
}
