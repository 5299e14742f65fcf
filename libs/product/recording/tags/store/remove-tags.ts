import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { TagWriting } from './lock-tags.ts';
import { takeFromProjects } from './project-days.ts';

/**
 * Removes at most `limit` rows of tag counts of a grouping key that has no issue. Returns how many
 * rows were removed.
 */
export async function removeTagsOfKey(
  writing: TagWriting,
  keyId: number,
  limit: number,
): Promise<number> {
  const { transaction } = writing;
  const days = await transaction
    .deleteFrom('tag_counts')
    .where('grouping_key_id', '=', keyId)
    .where(
      sql<boolean>`(day, tag_id) in (
        select day, tag_id from tag_counts where grouping_key_id = ${keyId} limit ${limit}
      )`,
    )
    .returningAll()
    .execute();
  await takeFromProjects(writing, days);
  if (days.length > 0) return days.length;
  const sums = await transaction
    .deleteFrom('key_tags')
    .where('grouping_key_id', '=', keyId)
    .where('tag_id', 'in', (rows) =>
      rows
        .selectFrom('key_tags')
        .select('tag_id')
        .where('grouping_key_id', '=', keyId)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(sums.numDeletedRows);
}

/**
 * Removes at most `limit` tags of a project. Call this once the project's grouping keys are gone.
 * Returns how many tags were removed.
 */
export async function removeTagsOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('tags')
    .where('id', 'in', (rows) =>
      rows.selectFrom('tags').select('id').where('project_id', '=', projectId).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
