import { sql } from 'kysely';
import { toLowerAscii } from '#shared';
import { inChunks, fromRows } from '#persistence/stores';
import type { TagWriting } from './lock-tags.ts';

export interface Tag {
  readonly projectId: number;
  readonly name: string;
  readonly value: string;
}

export type TagOfKey = Tag & { readonly keyId: number };

/**
 * Returns the ids of tags that their grouping key already counts. The map's keys are positions in
 * `tags`.
 */
export async function findTagsOfKeys(
  { transaction, dialect }: TagWriting,
  tags: readonly TagOfKey[],
): Promise<ReadonlyMap<number, number>> {
  const asked = tags.map((tag, place) => [...toRow(tag), place, tag.keyId]);
  const columns = { ...COLUMNS, place: 'bigint', key_id: 'bigint' } as const;
  const { rows } = await sql<{ place: number; id: number }>`
    select v.place, t.id from ${fromRows(dialect.kind, columns, asked)} as v
    cross join tags t cross join key_tags c
    where ${IS_ASKED} and c.grouping_key_id = v.key_id and c.tag_id = t.id
    `.execute(transaction);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/**
 * Returns the ids of these tags in their order, and creates missing tags. The caller holds
 * `lockTags`, so that no other process creates them.
 */
export async function putTags(
  writing: TagWriting,
  tags: readonly Tag[],
): Promise<readonly number[]> {
  const byName = new Map(tags.map((tag) => [toTagName(tag), tag]));
  const ids = await findTags(writing, [...byName.values()]);
  const missing = [...byName].filter(([name]) => !ids.has(name)).map(([, tag]) => tag);
  const made = await inChunks(missing, (chunk) =>
    writing.transaction
      .insertInto('tags')
      .values(
        chunk.map(({ projectId, name, value }) => ({
          project_id: projectId,
          name,
          folded: toLowerAscii(value),
          value,
        })),
      )
      .returning(['id', 'project_id as projectId', 'name', 'value'])
      .execute(),
  );
  for (const { id, ...tag } of made) ids.set(toTagName(tag), id);
  return tags.map((tag) => ids.get(toTagName(tag))!);
}

async function findTags(
  { transaction, dialect }: TagWriting,
  tags: readonly Tag[],
): Promise<Map<string, number>> {
  const { rows } = await sql<Tag & { id: number }>`
    select t.id, t.project_id as ${sql.ref('projectId')}, t.name, t.value
    from ${fromRows(dialect.kind, COLUMNS, tags.map(toRow))} as v cross join tags t
    where ${IS_ASKED}`.execute(transaction);
  return new Map(rows.map(({ id, ...tag }) => [toTagName(tag), id]));
}

const COLUMNS = { name: 'text', folded: 'text', value: 'text', project_id: 'bigint' } as const;

/**
 * `cross join` makes SQLite read the tables in this order, so that it looks tags up in the index.
 */
const IS_ASKED = sql`t.name = v.name and t.folded = v.folded and t.value = v.value
  and t.project_id = v.project_id`;

function toRow({ projectId, name, value }: Tag): (string | number)[] {
  return [name, toLowerAscii(value), value, projectId];
}

function toTagName({ projectId, name, value }: Tag): string {
  return JSON.stringify([projectId, name, value]);
}
