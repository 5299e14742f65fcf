import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { DAY_MS, inChunks } from '#persistence/stores';
import type { Cutoffs } from '#product/projects/projects';
import { lockTags, type TagWriting } from './lock-tags.ts';
import { takeFromProjects } from './project-days.ts';
import type { TagCountsTable } from './tag.tables.ts';
import type { TidyPosition } from './tag.types.ts';
import { OTHER_VALUE } from './bounded-tags.ts';

/**
 * Limits of one step: keys read, rows deleted and tags read. A step takes about 20 ms on SQLite.
 */
const KEYS_PER_STEP = 100;
const ROWS_PER_STEP = 1000;
const TAGS_PER_STEP = 2000;

export async function tidyTags(
  writing: TagWriting,
  { of, afterId }: TidyPosition,
  cutoffs: Cutoffs,
): Promise<TidyPosition | undefined> {
  const { transaction } = writing;
  await lockTags(writing);
  return of === 'keys' ? endDays(writing, afterId, cutoffs) : removeUnused(transaction, afterId);
}

async function endDays(
  writing: TagWriting,
  afterId: number,
  cutoffs: Cutoffs,
): Promise<TidyPosition> {
  const keys = await writing.transaction
    .selectFrom('grouping_keys')
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(KEYS_PER_STEP)
    .execute();
  const last = keys.at(-1);
  if (!last) return { of: 'tags', afterId: 0 };
  const ids = keys.map(({ id }) => id);
  const isDone = await removeDays(writing, ids, cutoffs);
  return { of: 'keys', afterId: isDone ? last.id : afterId };
}

async function removeDays(
  writing: TagWriting,
  keyIds: readonly number[],
  cutoffs: Cutoffs,
): Promise<boolean> {
  const { transaction } = writing;
  const { rows } = await sql<TagCountsTable>`
    delete from tag_counts where (grouping_key_id, day, tag_id) in (
      select c.grouping_key_id, c.day, c.tag_id
      from grouping_keys k join tag_counts c on c.grouping_key_id = k.id
        and c.day < (${cutoffs.ofColumn('k.project_id')}) / ${sql.lit(DAY_MS)}
      where k.id in (${sql.join(keyIds)})
      limit ${sql.lit(ROWS_PER_STEP)}
    )
    returning grouping_key_id, day, tag_id, events`.execute(transaction);
  await takeFromProjects(writing, rows);
  await subtract(transaction, rows);
  return rows.length < ROWS_PER_STEP;
}

async function subtract(
  transaction: Transaction<Schema>,
  rows: readonly { grouping_key_id: number; tag_id: number; events: number }[],
): Promise<void> {
  await inChunks(rows, async (chunk) => {
    const less = chunk.map(
      ({ grouping_key_id, tag_id, events }) =>
        sql`(cast(${grouping_key_id} as bigint), cast(${tag_id} as bigint), cast(${events} as bigint))`,
    );
    await sql`
      update key_tags set events = key_tags.events - v.less from (
        select column1 as key_id, column2 as tag_id, cast(sum(column3) as bigint) as less
        from (values ${sql.join(less)}) as gone group by column1, column2
      ) as v
      where key_tags.grouping_key_id = v.key_id and key_tags.tag_id = v.tag_id`.execute(
      transaction,
    );
    return [];
  });
  await removeEmpty(transaction, [...new Set(rows.map(({ grouping_key_id }) => grouping_key_id))]);
}

/**
 * Removes tags from grouping keys that have no event left with them. Removed values no longer count
 * towards `valuesPerTag`.
 */
export async function removeEmpty(
  transaction: Transaction<Schema>,
  keyIds: readonly number[],
): Promise<void> {
  const ended = await inChunks(keyIds, (chunk) =>
    transaction
      .deleteFrom('key_tags')
      .where('grouping_key_id', 'in', chunk)
      .where('events', '<=', 0)
      .returning(['grouping_key_id', 'tag_id'])
      .execute(),
  );
  await uncountValues(transaction, ended);
}

/**
 * Lowers the number of values of each tag name after grouping keys have lost these tags. Deletes
 * tag names without values.
 */
export async function uncountValues(
  transaction: Transaction<Schema>,
  lost: readonly { readonly grouping_key_id: number; readonly tag_id: number }[],
): Promise<void> {
  await inChunks(lost, async (chunk) => {
    const pairs = chunk.map(
      ({ grouping_key_id, tag_id }) =>
        sql`(cast(${grouping_key_id} as bigint), cast(${tag_id} as bigint))`,
    );
    await sql`
      update key_tag_names set tag_values = tag_values - v.less from (
        select p.column1 as key_id, t.name, cast(count(*) as integer) as less
        from (values ${sql.join(pairs)}) as p join tags t on t.id = p.column2
        where t.value <> ${sql.lit(OTHER_VALUE)}
        group by p.column1, t.name
      ) as v
      where key_tag_names.grouping_key_id = v.key_id and key_tag_names.name = v.name
      `.execute(transaction);
    return [];
  });
  const keyIds = [...new Set(lost.map(({ grouping_key_id }) => grouping_key_id))];
  await inChunks(keyIds, async (chunk) => {
    await transaction
      .deleteFrom('key_tag_names')
      .where('grouping_key_id', 'in', chunk)
      .where('tag_values', '<=', 0)
      .execute();
    return [];
  });
}

/** Also deletes tags that erasing and deletion left without a grouping key. */
async function removeUnused(
  transaction: Transaction<Schema>,
  afterId: number,
): Promise<TidyPosition | undefined> {
  const tags = await transaction
    .selectFrom('tags')
    .select('id')
    .select((tag) =>
      tag
        .exists(
          tag.selectFrom('key_tags').select('tag_id').whereRef('key_tags.tag_id', '=', 'tags.id'),
        )
        .as('isUsed'),
    )
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(TAGS_PER_STEP)
    .execute();
  const last = tags.at(-1);
  if (!last) return undefined;
  const unused = tags.filter(({ isUsed }) => !isUsed).map(({ id }) => id);
  await inChunks(unused, async (chunk) => {
    await transaction.deleteFrom('tags').where('id', 'in', chunk).execute();
    return [];
  });
  return { of: 'tags', afterId: last.id };
}
