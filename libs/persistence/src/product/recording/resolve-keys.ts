import { sql } from 'kysely';
import type { NotNull, Transaction } from 'kysely';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema.ts';
import { Overtaken } from '../../statements/transaction.ts';
import { inChunks } from '../../statements/chunks.ts';
import { toKeyName } from '../../statements/key-name.ts';
import type { KeyTally } from './key-tally.ts';
import { takeFromBucket } from './new-issue-bucket.ts';
import { toPortableText, toPortableTextOrNull } from '../../statements/portable-text.ts';
import type { RecordingBounds } from './recording-bounds.ts';

/** A grouping key as the database has it, before the batch is counted. */
export interface ResolvedKey {
  readonly id: number;
  readonly issueId: number;
  readonly users: number;
}

/** By `toKeyName`. */
export type ResolvedKeys = ReadonlyMap<string, ResolvedKey>;

interface Recording {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly bounds: RecordingBounds;
}

export interface Resolution {
  readonly keys: ResolvedKeys;
  /** Ids of the issues that were made. */
  readonly created: ReadonlySet<number>;
  /** Names of keys that may make no issue, because their project has made too many. */
  readonly crowded: ReadonlySet<string>;
}

/**
 * Finds the row of every tally's key, makes the missing ones with an issue each, and holds all of
 * them locked until the transaction ends. Locks are taken in one order, projects before keys, each
 * ascending, so that several relays on one database wait for each other but never in a circle.
 * Rejects with `Overtaken` when the issue of one was deleted since it was found: its events are to make another.
 * Where some keys are crowded, only the projects are locked: the caller resolves again, with other keys in their place.
 */
export async function resolveKeys(
  { transaction, dialect, bounds }: Recording,
  tallies: readonly KeyTally[],
): Promise<Resolution> {
  const crowded = new Set<string>();
  const created = new Set<number>();
  const known = await findKeys(transaction, tallies);
  const unknown = tallies.filter((tally) => !known.has(nameOf(tally)));
  for (const projectId of new Set(unknown.map((tally) => tally.projectId))) {
    const ofProject = unknown.filter((tally) => tally.projectId === projectId);
    const made = await createMissing(transaction, ofProject, { projectId, bounds });
    for (const tally of made.crowded) crowded.add(nameOf(tally));
    for (const id of made.issueIds) created.add(id);
  }
  const keys = unknown.length === 0 ? known : await findKeys(transaction, tallies);
  const isLocking = dialect.hasConcurrentWriters && crowded.size === 0;
  return { keys: isLocking ? await lockKeys(transaction, keys) : keys, created, crowded };
}

function nameOf({ projectId, grouping }: KeyTally): string {
  return toKeyName(projectId, grouping.key);
}

async function findKeys(
  transaction: Transaction<Schema>,
  tallies: readonly KeyTally[],
): Promise<ResolvedKeys> {
  const found = new Map<string, ResolvedKey>();
  for (const projectId of new Set(tallies.map((tally) => tally.projectId))) {
    const keys = tallies
      .filter((tally) => tally.projectId === projectId)
      .map(({ grouping }) => grouping.key);
    const rows = await inChunks(keys, (chunk) =>
      transaction
        .selectFrom('grouping_keys')
        .select(['id', 'key', 'issue_id', 'users'])
        .where('project_id', '=', projectId)
        .where('key', 'in', chunk)
        .where('issue_id', 'is not', null)
        .$narrowType<{ issue_id: NotNull }>()
        .execute(),
    );
    for (const { id, key, issue_id, users } of rows) {
      found.set(toKeyName(projectId, key), { id, issueId: issue_id, users });
    }
  }
  return found;
}

/** Resolves with the issues that were made, and with the tallies that make none. */
async function createMissing(
  transaction: Transaction<Schema>,
  tallies: readonly KeyTally[],
  { projectId, bounds }: { projectId: number; bounds: RecordingBounds },
): Promise<{ issueIds: readonly number[]; crowded: ReadonlySet<KeyTally> }> {
  // Any update locks the row: from here on no other process makes issues in this project. Another
  // may have made ours while we waited, so only now is it certain what is missing.
  await advanceIssueNumber(transaction, projectId, 0);
  const made = await findKeys(transaction, tallies);
  const unmade = tallies.filter((tally) => !made.has(nameOf(tally)));
  const crowded = await takeFromBucket(transaction, unmade, bounds);
  const missing = unmade.filter((tally) => !crowded.has(tally));
  if (missing.length === 0) return { issueIds: [], crowded };
  const nextNumber = await advanceIssueNumber(transaction, projectId, missing.length);
  const numbered = missing.map((tally, index) => ({
    tally,
    number: nextNumber - missing.length + index,
  }));
  const issues = await inChunks(numbered, (chunk) =>
    transaction
      .insertInto('issues')
      .values(chunk.map(toIssueRow))
      .returning(['id', 'number'])
      .execute(),
  );
  const idByNumber = new Map(issues.map(({ id, number }) => [number, id]));
  await inChunks(numbered, (chunk) =>
    transaction
      .insertInto('grouping_keys')
      .values(
        chunk.map(({ tally, number }) => ({
          project_id: projectId,
          key: tally.grouping.key,
          issue_id: idByNumber.get(number) ?? NaN,
          ...toHead(tally),
          ...toEmptyCounters(tally),
        })),
      )
      .execute(),
  );
  return { issueIds: issues.map(({ id }) => id), crowded };
}

/** Resolves with the number that comes after those it reserved. */
async function advanceIssueNumber(
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

/** What the newest of its events is called. */
export function toHead({ grouping }: KeyTally) {
  return {
    type: toPortableText(grouping.type),
    value: toPortableText(grouping.value),
    place: toPortableText(grouping.place),
    level: grouping.level,
  };
}

/** Nothing counted yet; the times are those of the events, which are about to be. */
function toEmptyCounters(tally: KeyTally) {
  return {
    events: 0,
    users: 0,
    first_seen_at: tally.firstSeenMs,
    last_seen_at: tally.lastSeenMs,
    first_release: toPortableTextOrNull(tally.firstRelease),
    last_release: toPortableTextOrNull(tally.lastRelease),
  };
}

/** As they are now that nobody else can change them any more. */
async function lockKeys(
  transaction: Transaction<Schema>,
  keys: ResolvedKeys,
): Promise<ResolvedKeys> {
  const ids = [...keys.values()].map(({ id }) => id);
  const inOrder = ids.toSorted((a, b) => a - b);
  const rows = await inChunks(inOrder, (chunk) =>
    transaction
      .selectFrom('grouping_keys')
      .select(['id', 'project_id', 'key', 'issue_id', 'users'])
      .where('id', 'in', chunk)
      .orderBy('id')
      .forUpdate()
      .execute(),
  );
  const locked = new Map<string, ResolvedKey>();
  for (const { id, project_id, key, issue_id, users } of rows) {
    if (issue_id !== null) locked.set(toKeyName(project_id, key), { id, issueId: issue_id, users });
  }
  if (locked.size < keys.size) throw new Overtaken();
  return locked;
}
