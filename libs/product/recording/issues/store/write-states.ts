import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { IssueState } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { stateAssignments, toStateValues } from './state-row.ts';
import { writeHistory } from './write-history.ts';

/** One change of an issue's state, as its history will tell it. */
export interface StateChange {
  readonly issueId: number;
  readonly from: IssueState;
  readonly to: IssueState;
  readonly atMs: number;
  /** Absent when nobody, an event or time, did it. */
  readonly byUserId?: number;
  /** The row of history that it takes back. */
  readonly undoes?: number;
}

/**
 * Puts issues, whose rows the transaction holds locked, into their new states, each with a row of
 * history: two statements for up to a thousand. One change an issue. Resolves with the ids of those
 * rows by issue.
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

/** What `writeStates` wrote: nothing else writes rows about states. */
export function readState(value: string | null): IssueState {
  return JSON.parse(value ?? '') as IssueState;
}
