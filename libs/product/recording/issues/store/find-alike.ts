import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { LookAlikeKeys } from '#product/recording/reports';
import type { Likeness } from './issue.types.ts';

/**
 * Grouping keys read for each look-alike key. A sender can make any number of grouping keys that
 * look alike.
 */
const MAX_KEYS_READ = 50;

const COLUMNS = { words: 'alike_words', place: 'alike_place' } as const;

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
  const alike = new Map<number, Likeness[]>();
  for (const likeness of ['words', 'place'] as const) {
    if (lookAlikes[likeness] === '') continue;
    const rows = await db
      .selectFrom('grouping_keys')
      .select('issue_id')
      .where('project_id', '=', projectId)
      .where(COLUMNS[likeness], '=', lookAlikes[likeness])
      .where('issue_id', '!=', issueId)
      .orderBy('id', 'desc')
      .limit(MAX_KEYS_READ)
      .execute();
    for (const id of new Set(rows.map(({ issue_id }) => issue_id))) {
      if (id !== null) alike.set(id, [...(alike.get(id) ?? []), likeness]);
    }
  }
  return alike;
}
