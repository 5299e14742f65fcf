import { type Kysely, sql } from 'kysely';
import type { Schema } from '#persistence/stores';
import { KeptQueries } from '#persistence/stores';
import type { LookAlikeKeys } from '#product/recording/reports';
import type { Likeness } from './issue.types.ts';

/**
 * Grouping keys read for each look-alike key. A sender can make any number of grouping keys that
 * look alike.
 */
const MAX_KEYS_READ = 50;

const COLUMNS = { words: 'alike_words', place: 'alike_place' } as const;

interface AlikeRow {
  readonly likeness: Likeness;
  readonly issue_id: number;
}

/**
 * Returns how issues of the project resemble this one, by issue id. Reads one range of an index for
 * each look-alike key.
 */
export async function findAlike(
  db: Kysely<Schema>,
  {
    issueId,
    projectId,
    lookAlikes,
  }: {
    readonly issueId: number;
    readonly projectId: number;
    readonly lookAlikes: LookAlikeKeys;
  },
): Promise<ReadonlyMap<number, readonly Likeness[]>> {
  const asked = (['words', 'place'] as const).filter((each) => lookAlikes[each] !== '');
  if (asked.length === 0) return new Map();
  const values = { issueId, projectId, ...lookAlikes };
  const rows = await KeptQueries.of(db).run(`alike by ${asked.join()}`, values, (slot) => {
    const select = (likeness: Likeness) => sql`
      select ${sql.lit(likeness)} as likeness, issue_id from (
        select issue_id from grouping_keys
        where project_id = ${slot('projectId')} and ${sql.ref(COLUMNS[likeness])} = ${slot(likeness)}
          and issue_id <> ${slot('issueId')}
        order by id desc limit ${sql.lit(MAX_KEYS_READ)}
      ) as found`;
    return sql<AlikeRow>`${sql.join(asked.map(select), sql` union all `)}`;
  });
  const alike = new Map<number, readonly Likeness[]>();
  for (const id of new Set(rows.map(({ issue_id }) => issue_id))) {
    const own = rows.filter(({ issue_id }) => issue_id === id).map(({ likeness }) => likeness);
    alike.set(
      id,
      asked.filter((each) => own.includes(each)),
    );
  }
  return alike;
}
