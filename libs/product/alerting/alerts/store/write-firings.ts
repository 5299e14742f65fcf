import type { Insertable, Transaction } from 'kysely';
import type { FiringReason } from '../rules/alert-rule.ts';
import type { Schema } from '#persistence/stores';
import { inChunks, toKeyName } from '#persistence/stores';
import type { AlertFiringsTable } from './alert.tables.ts';
import type { PlannedFinding } from './plan-firings.ts';

/** Stores firings of rules. The job `alerts` sends them later. */
export async function writeFirings(
  transaction: Transaction<Schema>,
  findings: readonly PlannedFinding[],
  rowIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = findings.map(({ rule, issueId, reason, event: { grouped }, rowId, dueMs }) => {
    const { event } = grouped;
    return {
      rule_id: rule.id,
      issue_id: issueId ?? null,
      reason: JSON.stringify(reason),
      at: event.receivedAtMs,
      due_at: dueMs,
      event_id: rowId ?? rowIds.get(toKeyName(event.projectId, event.eventId)) ?? null,
      environment: event.environment ?? null,
      release: event.release ?? null,
    };
  });
  await insertFirings(transaction, rows);
}

export interface Notice {
  readonly userId: number;
  readonly issueId: number;
  readonly byUserId: number;
  readonly commentId?: number;
  readonly reason: FiringReason;
  readonly atMs: number;
}

/**
 * Stores notices to people. The caller passes the transaction of the change that the notices
 * report.
 */
export async function writeNotices(
  transaction: Transaction<Schema>,
  notices: readonly Notice[],
): Promise<void> {
  const rows = notices.map(({ userId, issueId, byUserId, commentId, reason, atMs }) => ({
    user_id: userId,
    issue_id: issueId,
    by_user: byUserId,
    comment_id: commentId ?? null,
    reason: JSON.stringify(reason),
    at: atMs,
    due_at: atMs,
  }));
  await insertFirings(transaction, rows);
}

export async function insertFirings(
  transaction: Transaction<Schema>,
  rows: readonly Insertable<AlertFiringsTable>[],
): Promise<void> {
  await inChunks(rows, (chunk) => transaction.insertInto('alert_firings').values(chunk).execute());
}
