import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { searchLimits, toLowerAscii } from '#shared';
import type { Pattern } from '#shared';
import { toLike } from '#persistence/stores';

type Where = RawBuilder<unknown>;

const LIMIT = sql.lit(searchLimits.tagValuesSearched);

/**
 * Returns a condition that is true of a row of `issues` with an event whose tag of this name
 * matches one of `patterns`. A value without `*` is looked up. For other patterns at most
 * `limit` values of the name are tried, in alphabetical order. At most
 * `searchLimits.tagValuesSearched` keys have a match. Matches beyond these bounds are missed.
 */
export function whereTagged(name: string, patterns: readonly Pattern[], limit = LIMIT): Where {
  if (patterns.some((pattern) => pattern.every((literal) => literal === '')))
    return whereNamed(name);
  const isNamed = sql`name = ${name}`;
  const wholes = patterns.filter(({ length }) => length === 1);
  const parts = patterns.filter(({ length }) => length > 1);
  const folded = wholes.map(([literal = '']) => toLowerAscii(literal));
  const found = [
    ...(wholes.length > 0
      ? [sql`select id from tags where ${isNamed} and folded in (${sql.join(folded)})`]
      : []),
    ...(parts.length > 0
      ? [
          sql`select id from (select id, folded from tags where ${isNamed} limit ${limit}) as t
            where ${sql.join(
              parts.map((pattern) => sql`folded like ${toLike(pattern)} escape '\\'`),
              sql` or `,
            )}`,
        ]
      : []),
  ];
  return sql.join(
    found.map(
      (ids) => sql`issues.id in (select k.issue_id from (${ids}) as f
        cross join key_tags c cross join grouping_keys k
        where c.tag_id = f.id and k.id = c.grouping_key_id and k.issue_id is not null
        limit ${LIMIT})`,
    ),
    sql` or `,
  );
}

/**
 * Returns a condition that is true of a row of `issues` with an event that has a tag of this name.
 */
export function whereNamed(name: string): Where {
  return sql`issues.id in (
    select k.issue_id from key_tag_names n cross join grouping_keys k
    where n.name = ${name} and k.id = n.grouping_key_id and k.issue_id is not null
  )`;
}
