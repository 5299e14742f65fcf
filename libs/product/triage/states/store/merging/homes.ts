import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { NumberedIssue } from './merge.types.ts';

/**
 * Lists the issues to which an unmerge would return keys of this issue. Keys return to the issue
 * that they came from, unless it was deleted or merged elsewhere since.
 */
export async function listOriginIssues(
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
