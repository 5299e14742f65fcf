import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import { toPortableParameters } from './portable-text.ts';

/**
 * Returns rows as a table for use after `from`, all in one parameter: building a statement of
 * thousands of rows costs more than running it. `columns` maps the name of each column to its type,
 * in the order of the values.
 */
export function fromRows(
  kind: DatabaseKind,
  columns: Readonly<Record<string, 'bigint' | 'text'>>,
  rows: readonly (readonly (number | string)[])[],
): RawBuilder<unknown> {
  const json = toPortableJson(rows);
  const each =
    kind === 'sqlite'
      ? sql`json_each(${json})`
      : sql`json_array_elements(${json}::json) as each(value)`;
  const selected = Object.entries(columns).map(
    ([name, type], place) =>
      sql`cast(value ->> ${sql.lit(place)} as ${sql.raw(type)}) as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(selected)} from ${each})`;
}

/** Returns a list for SQL to take apart, with portable texts: JSON hides them from the driver. */
export function toPortableJson(values: readonly unknown[]): string {
  return JSON.stringify(toPortableParameters(values));
}
