import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { lockTags, type TagWriting } from './lock-tags.ts';
import { takeFromProjects } from './project-days.ts';
import { uncountValues } from './tidy-tags.ts';

export interface KeyTag {
  readonly grouping_key_id: number;
  readonly tag_id: number;
}

export async function dropTags(writing: TagWriting, tagIds: readonly number[]): Promise<void> {
  await lockTags(writing);
  const dropped = await inChunks(tagIds, (chunk) =>
    writing.transaction
      .selectFrom('key_tags')
      .select(['grouping_key_id', 'tag_id'])
      .where('tag_id', 'in', chunk)
      .execute(),
  );
  await dropKeyTags(writing, dropped);
  await removeUnused(writing.transaction, tagIds);
}

/**
 * Deletes the counts of these tags under these grouping keys. Also deletes each tag that no
 * grouping key counts any more, and returns how many tags that were.
 */
export async function dropKeyTags(
  writing: TagWriting,
  dropped: readonly KeyTag[],
): Promise<number> {
  if (dropped.length === 0) return 0;
  await lockTags(writing);
  const { transaction } = writing;
  for (const keyId of new Set(dropped.map(({ grouping_key_id }) => grouping_key_id))) {
    const ofKey = dropped.filter(({ grouping_key_id }) => grouping_key_id === keyId);
    await inChunks(ofKey, async (chunk) => {
      const ids = chunk.map(({ tag_id }) => tag_id);
      const days = await transaction
        .deleteFrom('tag_counts')
        .where('grouping_key_id', '=', keyId)
        .where('tag_id', 'in', ids)
        .returningAll()
        .execute();
      await takeFromProjects(writing, days);
      await transaction
        .deleteFrom('key_tags')
        .where('grouping_key_id', '=', keyId)
        .where('tag_id', 'in', ids)
        .execute();
      return [];
    });
  }
  await uncountValues(transaction, dropped);
  return removeUnused(transaction, [...new Set(dropped.map(({ tag_id }) => tag_id))]);
}

async function removeUnused(
  transaction: Transaction<Schema>,
  tagIds: readonly number[],
): Promise<number> {
  const removed = await inChunks(tagIds, (chunk) =>
    transaction
      .deleteFrom('tags')
      .where('id', 'in', chunk)
      .where(sql<boolean>`not exists (select 1 from key_tags c where c.tag_id = tags.id)`)
      .returning('id')
      .execute(),
  );
  return removed.length;
}
