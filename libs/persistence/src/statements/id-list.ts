import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Given } from './kept-queries.ts';

/** Ids as one parameter, however many there are, so that the statement stays the same and prepared. */
export type IdParameter = string | readonly number[];

export function toIdParameter(kind: DatabaseKind, ids: readonly number[]): IdParameter {
  return kind === 'sqlite' ? JSON.stringify(ids) : ids;
}

/** These ids as what stands after `in`, and as a table with the column `id`. */
export function toIdList(kind: DatabaseKind, ids: Given<IdParameter>): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`(select value as id from json_each(${ids}))`
    : sql<number>`(select unnest(${ids}::bigint[]) as id)`;
}
