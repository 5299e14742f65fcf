import { sql } from 'kysely';
import { inChunks, fromRows } from '#persistence/stores';
import { BoundedTags, OTHER_VALUE } from './bounded-tags.ts';
import { addEntries, type TagCount } from './journal.ts';
import { lockTags, type TagWriting } from './lock-tags.ts';
import { addToProjects, takeFromProjects } from './project-days.ts';
import { findTagsOfKeys, putTags } from './tag-ids.ts';
import type { TagCountsTable } from './tag.tables.ts';
import { removeEmpty } from './tidy-tags.ts';

/**
 * Journal rows that one transaction folds, characters of them, and counts that it adds. Folding adds
 * the rows to the counts by tag. A busy relay writes so many rows in about three seconds. SQLite
 * folds them in some 50 ms, with 17 tags for each of 100 issues.
 */
const ROWS_PER_STEP = 20;
const CHARACTERS_PER_STEP = 200_000;
const COUNTS_PER_STEP = 2000;

type LiveCount = TagCount & { readonly projectId: number };

type NamedCount = Pick<TagCount, 'keyId' | 'days'> & { readonly tagId: number };

export interface Folded {
  /** False once nearly all rows of the journal are folded. */
  readonly hasMore: boolean;
  /**
   * Projects in which a search by tags now finds other issues. The caller passes them to
   * `raiseProjects`, at the end of its transaction.
   */
  readonly projectIds: ReadonlySet<number>;
}

/**
 * Folds some rows of the journal, as `TagStore.fold` promises, but does not call `raiseProjects`.
 */
export async function foldTags(writing: TagWriting): Promise<Folded> {
  const { transaction } = writing;
  await lockTags(writing);
  const { ids, found, hasMore } = await readSome(transaction);
  if (ids.length === 0) return { hasMore, projectIds: new Set() };
  const counts = await lockLiveKeys(writing, found);
  await addCounts(writing, await nameCounts(writing, counts));
  await transaction.deleteFrom('tag_journal').where('id', 'in', ids).execute();
  return { hasMore, projectIds: new Set(counts.map(({ projectId }) => projectId)) };
}

/** Reads the first rows, until they are many characters or many counts. */
async function readSome(transaction: TagWriting['transaction']) {
  const { rows } = await sql<{ id: number; entries: string | null }>`
    select id, case when characters - length(entries) < ${sql.lit(CHARACTERS_PER_STEP)}
      then entries end as entries
    from (
      select id, entries, sum(length(entries)) over (order by id) as characters
      from (select id, entries from tag_journal order by id limit ${sql.lit(ROWS_PER_STEP)}) as f
    ) as r order by id`.execute(transaction);
  const found = new Map<string, TagCount>();
  const ids: number[] = [];
  let counts = 0;
  for (const { id, entries } of rows) {
    if (entries === null || counts >= COUNTS_PER_STEP) break;
    counts += addEntries(found, entries);
    ids.push(id);
  }
  const hasMore = ids.length < rows.length || rows.length === ROWS_PER_STEP;
  return { ids, found: [...found.values()], hasMore };
}

/**
 * Drops counts of grouping keys whose issue was deleted meanwhile. Locks the other grouping keys in
 * the order of their ids, so that none can be deleted. Recording locks them in the same order.
 * Without these locks, the foreign keys of inserted rows would lock grouping keys in the order of
 * the journal.
 */
async function lockLiveKeys(
  { transaction, dialect }: TagWriting,
  counts: readonly TagCount[],
): Promise<LiveCount[]> {
  const ids = [...new Set(counts.map(({ keyId }) => keyId))].toSorted((a, b) => a - b);
  const keys = await inChunks(ids, (chunk) =>
    transaction
      .selectFrom('grouping_keys')
      .select(['id', 'project_id'])
      .where('id', 'in', chunk)
      .where('issue_id', 'is not', null)
      .orderBy('id')
      .$if(dialect.hasConcurrentWriters, (query) => query.forKeyShare())
      .execute(),
  );
  const projects = new Map(keys.map(({ id, project_id }) => [id, project_id]));
  return counts.flatMap((count) => {
    const projectId = projects.get(count.keyId);
    return projectId === undefined ? [] : { ...count, projectId };
  });
}

/**
 * Finds the tag under which each count is stored. Tags that a key already counts are kept. Among
 * tags that are new to a key, values beyond the bound become *other*.
 */
async function nameCounts(
  writing: TagWriting,
  counts: readonly LiveCount[],
): Promise<NamedCount[]> {
  const { transaction } = writing;
  const known = await findTagsOfKeys(writing, counts);
  const old = counts.flatMap(({ keyId, days }, place) => {
    const tagId = known.get(place);
    return tagId === undefined ? [] : { keyId, days, tagId };
  });
  const others = counts.filter((count, place) => !known.has(place) && !isLess(count));
  const less = counts.filter((count, place) => !known.has(place) && isLess(count));
  old.push(...(await nameOthers(writing, less)));
  if (others.length === 0) return old;
  const bounds = await BoundedTags.read(transaction, new Set(others.map(({ keyId }) => keyId)));
  const admitted = others.flatMap((count) => {
    const value = bounds.admit(count);
    return value === undefined ? [] : { ...count, value };
  });
  await bounds.write(transaction);
  const tagIds = await putTags(writing, admitted);
  return [
    ...old,
    ...admitted.map(({ keyId, days }, index) => ({ keyId, days, tagId: tagIds[index]! })),
  ];
}

/** True when the count subtracts events. */
function isLess({ days }: Pick<TagCount, 'days'>): boolean {
  return [...days.values()].some((events) => events < 0);
}

/**
 * A subtraction from a value that the key does not count by itself goes to *other*, if the key
 * counts *other* at all.
 */
async function nameOthers(
  writing: TagWriting,
  counts: readonly LiveCount[],
): Promise<NamedCount[]> {
  if (counts.length === 0) return [];
  const asOther = counts.map((count) => ({ ...count, value: OTHER_VALUE }));
  const known = await findTagsOfKeys(writing, asOther);
  return counts.flatMap(({ keyId, days }, place) => {
    const tagId = known.get(place);
    return tagId === undefined ? [] : { keyId, days, tagId };
  });
}

/**
 * SQLite needs `where true` between the select and `on conflict`
 * (https://sqlite.org/lang_upsert.html, section 2.2).
 */
async function addCounts(writing: TagWriting, counts: readonly NamedCount[]): Promise<void> {
  const {
    transaction,
    dialect: { kind },
  } = writing;
  const days = toRows(counts);
  const byDay = days.map((row) => [row.grouping_key_id, row.tag_id, row.events, row.day]);
  const sums = toSums(days).map((row) => [row.grouping_key_id, row.tag_id, row.events]);
  const columns = { key_id: 'bigint', tag_id: 'bigint', events: 'bigint' } as const;
  await sql`
    insert into tag_counts (grouping_key_id, tag_id, events, day)
    select key_id, tag_id, events, day
    from ${fromRows(kind, { ...columns, day: 'bigint' }, byDay)} as v where true
    on conflict (grouping_key_id, day, tag_id)
    do update set events = tag_counts.events + excluded.events`.execute(transaction);
  await sql`
    insert into key_tags (grouping_key_id, tag_id, events)
    select key_id, tag_id, events from ${fromRows(kind, columns, sums)} as v where true
    on conflict (grouping_key_id, tag_id)
    do update set events = key_tags.events + excluded.events`.execute(transaction);
  await addToProjects(writing, days);
  const fallen = [...new Set(counts.filter(isLess).map(({ keyId }) => keyId))];
  const ended = await inChunks(fallen, (chunk) =>
    transaction
      .deleteFrom('tag_counts')
      .where('grouping_key_id', 'in', chunk)
      .where('events', '<=', 0)
      .returningAll()
      .execute(),
  );
  // A count below zero would leave its project with too few.
  await takeFromProjects(writing, ended);
  await removeEmpty(transaction, fallen);
}

/** Adds up counts of values that became *other*, so that each tag has one row a day. */
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
