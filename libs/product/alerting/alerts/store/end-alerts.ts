import type { Transaction } from 'kysely';
import type { OverReason } from '../rules/alert-rule.ts';
import { findEnd } from '../rules/ends.ts';
import type { StateChange } from '#product/recording/issues';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { insertFirings } from './write-firings.ts';

export interface IssueEnd extends Pick<StateChange, 'atMs' | 'byUserId'> {
  readonly issueId: number;
  readonly how: 'merged' | 'recovered';
}

/**
 * Stores that issues are over, for each rule that fired for them within `alertLimits.keptMs` and is
 * on. Callers run it in the transaction of the change, after the issues are locked, and before they
 * are marked as merged. The job `alerts` tells those who were told of the issue.
 */
export async function endAlerts(
  transaction: Transaction<Schema>,
  changes: readonly (StateChange | IssueEnd)[],
): Promise<void> {
  const ends = new Map(
    changes.flatMap((change) => {
      const reason: OverReason | undefined =
        'how' in change ? { kind: 'over', how: change.how } : findEnd(change.from, change.to);
      return reason ? [[change.issueId, { ...change, reason }] as const] : [];
    }),
  );
  const fired = await listFired(transaction, [...ends.keys()]);
  await insertFirings(
    transaction,
    fired.map(({ rule_id, issue_id }) => {
      const { reason, atMs, byUserId } = ends.get(issue_id)!;
      return {
        rule_id,
        issue_id,
        by_user: byUserId ?? null,
        reason: JSON.stringify(reason),
        at: atMs,
        due_at: atMs,
        is_end: 1,
      };
    }),
  );
}

/** Counts a firing of a merged issue for the issue that it was merged into. */
function listFired(transaction: Transaction<Schema>, issueIds: readonly number[]) {
  return inChunks(issueIds, (chunk) =>
    transaction
      .selectFrom('issues as i')
      .innerJoin('alert_firings as f', 'f.issue_id', 'i.id')
      .innerJoin('alert_rules as r', 'r.id', 'f.rule_id')
      .distinct()
      .select(({ fn }) => ['f.rule_id', fn.coalesce('i.merged_into', 'i.id').as('issue_id')])
      .where((issue) => issue.or([issue('i.id', 'in', chunk), issue('i.merged_into', 'in', chunk)]))
      .where('f.is_end', '=', 0)
      .where('r.is_enabled', '=', 1)
      .orderBy('issue_id')
      .orderBy('f.rule_id')
      .execute(),
  );
}
