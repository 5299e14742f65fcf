import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { NumberedIssue } from './merge.types.ts';

/**
 * Issues to which keys of an issue go back, by `grouping_keys.merged_from`: those that are merged into it, and those that stand by
 * themselves again. One that was merged elsewhere since, or deleted, gets no keys back.
 */
export async function listHomes(
  db: Kysely<Schema>,
  issueId: number,
): Promise<ReadonlyMap<number, NumberedIssue>> {
  const homes = await db
    .selectFrom('grouping_keys')
    .innerJoin('issues', 'issues.id', 'grouping_keys.merged_from')
    .select(['issues.id', 'issues.number'])
    .distinct()
    .where('grouping_keys.issue_id', '=', issueId)
    .where('issues.id', '<>', issueId)
    .where((where) =>
      where.or([where('merged_into', '=', issueId), where('merged_into', 'is', null)]),
    )
    .execute();
  return new Map(homes.map((home) => [home.id, home]));
}
