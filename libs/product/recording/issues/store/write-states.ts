import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { IssueState } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { stateAssignments, toStateValues } from './state-row.ts';
import { writeHistory } from './write-history.ts';

export interface StateChange {
  readonly issueId: number;
  readonly from: IssueState;
  readonly to: IssueState;
  readonly atMs: number;
  readonly byUserId?: number;
  readonly undoes?: number;
}

/**
 * Changes the states of issues and adds a row of history for each, in two statements per thousand
 * issues. Each issue has at most one change. The transaction must hold locks on the issues. Returns
 * the ids of the new rows of history by issue.
 */
export async function writeStates(
  transaction: Transaction<Schema>,
  changes: readonly StateChange[],
): Promise<ReadonlyMap<number, number>> {
  await inChunks(changes, async (chunk) => {
    const rows = chunk.map(
      ({ issueId, to }) => sql`(cast(${issueId} as bigint), ${sql.join(toStateValues(to))})`,
    );
    await sql`
      update issues set ${stateAssignments} from (values ${sql.join(rows)}) as v
      where issues.id = v.column1`.execute(transaction);
    return [];
  });
  return writeHistory(
    transaction,
    changes.map(({ issueId, from, to, atMs, byUserId, undoes }) => ({
      issue_id: issueId,
      at: atMs,
      by_user: byUserId ?? null,
      what: 'state',
      from_value: JSON.stringify(from),
      to_value: JSON.stringify(to),
      undoes: undoes ?? null,
    })),
  );
}

export function readState(value: string | null): IssueState {
  return JSON.parse(value ?? '') as IssueState;
}
