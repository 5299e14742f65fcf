import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { removeSomeOf } from '#product/recording/attachments';
import { releaseKeys, removeLeftovers } from '#product/retention/deletion';
import { lockProject } from '#product/recording/record';
import { removeTagsOfProject } from '#product/recording/tags';
import type { ProjectRemovalStep } from './project-removal-step.ts';

/** What one step removes at most, of one kind, so that its transaction takes less than 50 ms. */
const STEP = { issues: 20, files: 200, rows: 500, buckets: 100, reports: 20 };

/**
 * What a relay found to be there before the project was deleted it may still record, within a few seconds. Rows that come
 * once the project itself has gone would be refused as a fault.
 */
const LEAST_MS = 60_000;

interface Step {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly projectId: number;
  readonly askedAt: number;
  /** By this machine's clock. */
  readonly nowMs: number;
  /** Of capabilities that stand after this one. */
  readonly others: readonly ProjectRemovalStep[];
}

/** Resolves with whether it removed something. */
type Remove = (step: Step) => Promise<boolean>;

/** In this order: files and feedback of events go with their events. */
const kinds: readonly Remove[] = [
  releaseIssues,
  removeKeys,
  removeFiles,
  removeFeedback,
  (step) => removeCounts(step, 'outcome_hours'),
  (step) => removeCounts(step, 'outcome_minutes'),
  (step) => removeCounts(step, 'discard_hours'),
  (step) => removeCounts(step, 'discard_minutes'),
  removeFailedReports,
  removeTags,
  removeOthers,
  removeRest,
];

/** Removes what one step may of a deleted project. False when nothing is left, or another process is at it. */
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

/** With their history and comments; their keys are left for the next kind. */
async function releaseIssues({ transaction, dialect, projectId }: Step): Promise<boolean> {
  const issues = transaction
    .selectFrom('issues')
    .select('id')
    .where('project_id', '=', projectId)
    .where('merged_into', 'is', null)
    .limit(STEP.issues);
  if (!(await issues.executeTakeFirst())) return false;
  // As for deleting one issue: from here on nobody merges it, nor makes another.
  await lockProject(transaction, projectId);
  for (const { id } of await issues.orderBy('id').execute()) {
    await releaseKeys({ transaction, dialect }, id);
    await transaction.deleteFrom('issues').where('id', '=', id).execute();
  }
  return true;
}

/** Events with their bodies, files, feedback and counts; keys of other deleted issues may come first. */
async function removeKeys({ transaction, dialect, projectId }: Step): Promise<boolean> {
  const key = await transaction
    .selectFrom('grouping_keys')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined && (await removeLeftovers({ transaction, dialect }));
}

/** Those that came with no event that is there. */
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

async function removeFeedback({ transaction, projectId }: Step): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('feedback')
    .where('id', 'in', (rows) =>
      rows.selectFrom('feedback').select('id').where('project_id', '=', projectId).limit(STEP.rows),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
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

/** There are at most a thousand of all projects. */
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

/** The project, and what the database removes with it: settings, releases, and what came while the rest was removed. */
async function removeRest({ transaction, projectId, askedAt, nowMs }: Step): Promise<boolean> {
  if (nowMs < askedAt + LEAST_MS) return false;
  await transaction.deleteFrom('projects').where('id', '=', projectId).execute();
  await transaction.deleteFrom('storage_days').where('project_id', '=', projectId).execute();
  await transaction
    .updateTable('project_deletions')
    .set({ done_at: nowMs })
    .where('project_id', '=', projectId)
    .execute();
  return true;
}
