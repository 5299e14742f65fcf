import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { ValueOrSlot } from './kept-queries.ts';

/** All ids in one parameter, so that one prepared statement serves any number of ids. */
export type IdParameter = string | readonly number[];

export function toIdParameter(kind: DatabaseKind, ids: readonly number[]): IdParameter {
  return kind === 'sqlite' ? JSON.stringify(ids) : ids;
}

/** Returns SQL for use after `in`, or as a table with the column `id`. */
export function toIdList(kind: DatabaseKind, ids: ValueOrSlot<IdParameter>): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`(select value as id from json_each(${ids}))`
    : sql<number>`(select unnest(${ids}::bigint[]) as id)`;
}
