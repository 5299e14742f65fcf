import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { toLike } from './to-like.ts';

/**
 * True where one of the columns contains the text, in either case of A to Z. An empty text matches
 * every row.
 */
export function hasText(columns: readonly string[], text = ''): RawBuilder<boolean> {
  const matches = columns.map(
    (column) =>
      sql`lower(coalesce(${sql.ref(column)}, '')) like ${toLike(['', text, ''])} escape '\\'`,
  );
  return sql`(${sql.join(matches, sql` or `)})`;
}
