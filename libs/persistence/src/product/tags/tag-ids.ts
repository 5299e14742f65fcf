import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { toLowerAscii } from '#shared';
import type { Schema } from '../../schema.ts';
import { inChunks } from '../../statements/chunks.ts';

/** A row of `tags`. */
export interface Tag {
  readonly projectId: number;
  readonly name: string;
  readonly value: string;
}

/** The same of a key of that project. */
export type TagOfKey = Tag & { readonly keyId: number };

/** The ids of the tags that their key has already, by the place among `tags`. */
export async function findTagsOfKeys(
  transaction: Transaction<Schema>,
  tags: readonly TagOfKey[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await inChunks([...tags.entries()], async (chunk) => {
    const asked = chunk.map(([place, tag]) => toRow(tag, [place, tag.keyId]));
    const found = await sql<{ place: number; id: number }>`
      select v.column5 as place, t.id from (values ${sql.join(asked)}) as v
      cross join tags t cross join key_tags c
      where ${IS_ASKED} and c.grouping_key_id = v.column6 and c.tag_id = t.id
      `.execute(transaction);
    return found.rows;
  });
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** The ids of these tags, in their order: those that are not there are made. Nobody else writes tags meanwhile. */
export async function putTags(
  transaction: Transaction<Schema>,
  tags: readonly Tag[],
): Promise<readonly number[]> {
  const byName = new Map(tags.map((tag) => [toTagName(tag), tag]));
  const ids = await findTags(transaction, [...byName.values()]);
  const missing = [...byName].filter(([name]) => !ids.has(name)).map(([, tag]) => tag);
  const made = await inChunks(missing, (chunk) =>
    transaction
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
  transaction: Transaction<Schema>,
  tags: readonly Tag[],
): Promise<Map<string, number>> {
  const rows = await inChunks(tags, async (chunk) => {
    const asked = chunk.map((tag) => toRow(tag, []));
    const found = await sql<Tag & { id: number }>`
      select t.id, t.project_id as ${sql.ref('projectId')}, t.name, t.value
      from (values ${sql.join(asked)}) as v cross join tags t where ${IS_ASKED}
      `.execute(transaction);
    return found.rows;
  });
  return new Map(rows.map(({ id, ...tag }) => [toTagName(tag), id]));
}

/** The columns 1 to 4 of a row. SQLite looks into the index in the order of `cross join`. */
const IS_ASKED = sql`t.name = v.column1 and t.folded = v.column2 and t.value = v.column3
  and t.project_id = v.column4`;

function toRow({ projectId, name, value }: Tag, numbers: readonly number[]): RawBuilder<unknown> {
  const texts = [name, toLowerAscii(value), value].map((text) => sql`cast(${text} as text)`);
  const ids = [projectId, ...numbers].map((id) => sql`cast(${id} as bigint)`);
  return sql`(${sql.join([...texts, ...ids])})`;
}

function toTagName({ projectId, name, value }: Tag): string {
  return JSON.stringify([projectId, name, value]);
}
