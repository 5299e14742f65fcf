import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';
import { inChunks } from '../../statements/chunks.ts';
import { BoundedTags } from './bounded-tags.ts';
import { readEntries, type TagCount } from './journal.ts';
import { lockTags, type TagWriting } from './lock-tags.ts';
import { findTagsOfKeys, putTags } from './tag-ids.ts';
import type { TagCountsTable } from './tag.tables.ts';

/** Of a busy relay about three seconds, and 20 ms of SQLite. */
const ROWS_PER_STEP = 20;

/** A count with the project of its key. */
type LiveCount = TagCount & { readonly projectId: number };

type NamedCount = Pick<TagCount, 'keyId' | 'days'> & { readonly tagId: number };

/** As `TagStore.fold` has it. */
export async function foldTags(writing: TagWriting): Promise<boolean> {
  const { transaction } = writing;
  await lockTags(writing);
  const rows = await transaction
    .selectFrom('tag_journal')
    .selectAll()
    .orderBy('id')
    .limit(ROWS_PER_STEP)
    .execute();
  if (rows.length === 0) return false;
  const counts = await ofLiveKeys(transaction, readEntries(rows.map(({ entries }) => entries)));
  await addCounts(transaction, await nameCounts(transaction, counts));
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom('tag_journal').where('id', 'in', ids).execute();
  return rows.length === ROWS_PER_STEP;
}

/** Without those of keys whose issue was deleted since. */
async function ofLiveKeys(
  transaction: Transaction<Schema>,
  counts: readonly TagCount[],
): Promise<LiveCount[]> {
  const ids = [...new Set(counts.map(({ keyId }) => keyId))];
  const keys = await inChunks(ids, (chunk) =>
    transaction
      .selectFrom('grouping_keys')
      .select(['id', 'project_id'])
      .where('id', 'in', chunk)
      .where('issue_id', 'is not', null)
      .execute(),
  );
  const projects = new Map(keys.map(({ id, project_id }) => [id, project_id]));
  return counts.flatMap((count) => {
    const projectId = projects.get(count.keyId);
    return projectId === undefined ? [] : { ...count, projectId };
  });
}

/** What a key counts by itself stays so; of what is new to it, values beyond the bound become *other*. */
async function nameCounts(
  transaction: Transaction<Schema>,
  counts: readonly LiveCount[],
): Promise<NamedCount[]> {
  const known = await findTagsOfKeys(transaction, counts);
  const old = counts.flatMap(({ keyId, days }, place) => {
    const tagId = known.get(place);
    return tagId === undefined ? [] : { keyId, days, tagId };
  });
  const others = counts.filter((_, place) => !known.has(place));
  if (others.length === 0) return old;
  const bounds = await BoundedTags.read(transaction, new Set(others.map(({ keyId }) => keyId)));
  const admitted = others.flatMap((count) => {
    const value = bounds.admit(count);
    return value === undefined ? [] : { ...count, value };
  });
  await bounds.write(transaction);
  const tagIds = await putTags(transaction, admitted);
  return [
    ...old,
    ...admitted.map(({ keyId, days }, index) => ({ keyId, days, tagId: tagIds[index]! })),
  ];
}

async function addCounts(
  transaction: Transaction<Schema>,
  counts: readonly NamedCount[],
): Promise<void> {
  const days = toRows(counts);
  await inChunks(days, (chunk) =>
    transaction
      .insertInto('tag_counts')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['grouping_key_id', 'day', 'tag_id'])
          .doUpdateSet({ events: sql<number>`tag_counts.events + excluded.events` }),
      )
      .execute(),
  );
  await inChunks(toSums(days), (chunk) =>
    transaction
      .insertInto('key_tags')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['grouping_key_id', 'tag_id'])
          .doUpdateSet({ events: sql<number>`key_tags.events + excluded.events` }),
      )
      .execute(),
  );
}

/** Values of a name that became *other* are in one row. */
function toRows(counts: readonly NamedCount[]): TagCountsTable[] {
  const rows = new Map<string, TagCountsTable>();
  for (const { keyId, tagId, days } of counts) {
    for (const [day, more] of days) {
      const id = `${keyId}/${day}/${tagId}`;
      const events = more + (rows.get(id)?.events ?? 0);
      rows.set(id, { grouping_key_id: keyId, day, tag_id: tagId, events });
    }
  }
  return [...rows.values()];
}

function toSums(days: readonly TagCountsTable[]): Omit<TagCountsTable, 'day'>[] {
  const sums = new Map<string, Omit<TagCountsTable, 'day'>>();
  for (const { grouping_key_id, tag_id, events: more } of days) {
    const id = `${grouping_key_id}/${tag_id}`;
    sums.set(id, { grouping_key_id, tag_id, events: more + (sums.get(id)?.events ?? 0) });
  }
  return [...sums.values()];
}
