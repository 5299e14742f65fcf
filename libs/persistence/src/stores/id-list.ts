import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseKind } from '../database.ts';

/**
 * These ids as what stands after `in`, and as a table with the column `id`: one parameter, however many there
 * are, so that the statement stays the same and prepared.
 */
export function toIdList(kind: DatabaseKind, ids: readonly number[]): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`(select value as id from json_each(${JSON.stringify(ids)}))`
    : sql<number>`(select unnest(${ids}::bigint[]) as id)`;
}
