import type { InferResult, Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { selectedState } from './state-row.ts';

export interface Triage {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
}

export type LockedIssue = InferResult<ReturnType<typeof selectIssues>>[number];

/**
 * Reads the issues that exist and locks them until the transaction ends. Returns those that are not
 * merged. Locks in the same order as recording, so that transactions do not deadlock.
 */
export async function lockIssues(
  triage: Triage,
  issueIds: readonly number[],
): Promise<ReadonlyMap<number, LockedIssue>> {
  const issues = await lockIssuesAndMerged(triage, issueIds);
  return new Map([...issues].filter(([, { merged_into }]) => merged_into === null));
}

export async function lockIssuesAndMerged(
  { transaction, dialect }: Triage,
  issueIds: readonly number[],
): Promise<ReadonlyMap<number, LockedIssue>> {
  if (issueIds.length === 0) return new Map();
  const query = selectIssues(transaction, issueIds);
  const rows = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function selectIssues(transaction: Transaction<Schema>, issueIds: readonly number[]) {
  return transaction
    .selectFrom('issues')
    .select(['issues.id', 'issues.project_id', 'issues.events', 'issues.users'])
    .select(['issues.number', 'issues.assignee_id', 'issues.merged_into', 'issues.resolved_bounds'])
    .select(selectedState)
    .where('issues.id', 'in', issueIds)
    .orderBy('issues.id');
}
