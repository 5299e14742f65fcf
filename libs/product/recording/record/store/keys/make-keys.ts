import { sql } from 'kysely';
import type { NotNull, Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, toKeyName } from '#persistence/stores';
import type { ResolvedKey } from './find-keys.ts';
import { toHead, toLookAlikeRow } from './key-tally.ts';
import type { KeyTally } from './key-tally.ts';

/**
 * Makes a row and an issue for the key of each tally; all tallies are of one project. Returns the
 * rows by `toKeyName`. The caller holds a lock on the project and knows that the keys have no rows.
 */
export async function makeKeys(
  transaction: Transaction<Schema>,
  tallies: readonly KeyTally[],
): Promise<ReadonlyMap<string, ResolvedKey>> {
  const projectId = tallies[0]?.projectId;
  if (projectId === undefined) return new Map();
  const nextNumber = await advanceIssueNumber(transaction, projectId, tallies.length);
  const numbered = tallies.map((tally, index) => ({
    tally,
    number: nextNumber - tallies.length + index,
  }));
  const issues = await inChunks(numbered, (chunk) =>
    transaction
      .insertInto('issues')
      .values(chunk.map(toIssueRow))
      .returning(['id', 'number'])
      .execute(),
  );
  const idByNumber = new Map(issues.map(({ id, number }) => [number, id]));
  return addKeys(
    transaction,
    numbered.map(({ tally, number }) => ({ tally, issueId: idByNumber.get(number) ?? NaN })),
  );
}

/**
 * Makes rows for these keys under issues that exist. Returns and requires the same as `makeKeys`.
 */
export async function addKeys(
  transaction: Transaction<Schema>,
  wanted: readonly { readonly tally: KeyTally; readonly issueId: number }[],
): Promise<ReadonlyMap<string, ResolvedKey>> {
  const keys = await inChunks(wanted, (chunk) =>
    transaction
      .insertInto('grouping_keys')
      .values(
        chunk.map(({ tally, issueId }) => ({
          project_id: tally.projectId,
          key: tally.key,
          version: tally.grouping.keys[0]!.version,
          issue_id: issueId,
          ...toHead(tally),
          ...toEmptyCounters(tally),
          ...toLookAlikeRow(tally),
        })),
      )
      .returning(['id', 'project_id', 'key', 'issue_id', 'users'])
      .$narrowType<{ issue_id: NotNull }>()
      .execute(),
  );
  return new Map(
    keys.map(({ id, project_id: projectId, key, issue_id: issueId, users }) => [
      toKeyName(projectId, key),
      { id, issueId, users, isOneOfSeveral: 0 },
    ]),
  );
}

/**
 * Keeps other processes from making keys, pointers or issues in this project until the transaction
 * ends.
 */
export async function lockProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<void> {
  // An update locks the row even when it changes nothing.
  await advanceIssueNumber(transaction, projectId, 0);
}

/** Reserves the next `by` issue numbers and returns the number after them. */
export async function advanceIssueNumber(
  transaction: Transaction<Schema>,
  projectId: number,
  by: number,
): Promise<number> {
  const row = await transaction
    .updateTable('projects')
    .set({ next_issue_number: sql<number>`next_issue_number + ${by}` })
    .where('id', '=', projectId)
    .returning('next_issue_number')
    .executeTakeFirst();
  if (!row) throw new Error(`There is no project ${projectId}.`);
  return row.next_issue_number;
}

function toIssueRow({ tally, number }: { tally: KeyTally; number: number }) {
  return {
    project_id: tally.projectId,
    number,
    ...toHead(tally),
    ...toEmptyCounters(tally),
  };
}

/** Counts start at zero. The times are already those of the events that are counted next. */
function toEmptyCounters(tally: KeyTally) {
  return {
    events: 0,
    users: 0,
    first_seen_at: tally.firstSeenMs,
    last_seen_at: tally.lastSeenMs,
    first_release: tally.firstRelease ?? null,
    last_release: tally.lastRelease ?? null,
  };
}
