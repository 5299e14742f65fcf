import type { Transaction } from 'kysely';
import { isAhead } from '#shared';
import type { Schema } from '#persistence/stores';
import { MINUTE_MS, toKeyName } from '#persistence/stores';
import { CROWDED_KEY } from '#product/recording/reports';
import type { EventHead, LookAlikeKeys } from '#product/recording/reports';
import type { DecidedEvent } from './decide-keys.ts';
import type { KeyTally } from './key-tally.ts';
import type { RecordingBounds } from '../recording-bounds.ts';

const CROWDED_HEAD: EventHead = Object.freeze({
  type: 'Too many new issues at once',
  value: 'Each of these events would have begun an issue of its own, so this issue has them all.',
  place: '',
  level: 'warning',
});

/**
 * Events under the shared `CROWDED_KEY` have nothing in common, so their issue looks like no other.
 */
const NO_LOOK_ALIKES: LookAlikeKeys = Object.freeze({ words: '', place: '' });

interface Bucket {
  left: number;
  /**
   * Time for which `left` is valid. Reports count at the time when they were received, even if they
   * waited in a spool.
   */
  atMs: number;
}

/**
 * Takes one token from the project's bucket for each key that needs a new issue, in order of
 * receipt. Returns the tallies for which no token was left. The caller holds a lock on the
 * project's row.
 */
export async function takeFromBucket(
  transaction: Transaction<Schema>,
  missing: readonly KeyTally[],
  { newIssues, newIssuesPerMinute, nowMs }: RecordingBounds & { readonly nowMs: number },
): Promise<ReadonlySet<KeyTally>> {
  const crowded = new Set<KeyTally>();
  const projectId = missing[0]?.projectId;
  if (newIssues === Infinity || projectId === undefined) return crowded;
  const bucket = await readBucket(transaction, projectId);
  if (isAhead(bucket.atMs, nowMs)) bucket.atMs = nowMs;
  for (const tally of missing.toSorted((a, b) => a.receivedMs - b.receivedMs)) {
    const passedMs = Math.max(0, tally.receivedMs - bucket.atMs);
    bucket.left += (passedMs / MINUTE_MS) * newIssuesPerMinute;
    bucket.left = Math.min(newIssues, bucket.left);
    bucket.atMs = Math.max(bucket.atMs, tally.receivedMs);
    if (bucket.left < 1) crowded.add(tally);
    else bucket.left -= 1;
  }
  await transaction
    .updateTable('projects')
    .set({ new_issues_left: bucket.left, new_issues_left_at: bucket.atMs })
    .where('id', '=', projectId)
    .execute();
  return crowded;
}

/** Groups events under the shared `CROWDED_KEY` when no token was left for their own key. */
export function moveToCrowdedKey(
  events: readonly DecidedEvent[],
  crowded: ReadonlySet<string>,
): DecidedEvent[] {
  return events.map((decided) => {
    const { grouped, key } = decided;
    if (!crowded.has(toKeyName(grouped.event.projectId, key))) return decided;
    const grouping = { ...grouped.grouping, ...CROWDED_HEAD, lookAlikes: NO_LOOK_ALIKES };
    return { grouped: { ...grouped, grouping }, key: CROWDED_KEY };
  });
}

async function readBucket(transaction: Transaction<Schema>, projectId: number): Promise<Bucket> {
  const row = await transaction
    .selectFrom('projects')
    .select(['new_issues_left as left', 'new_issues_left_at as atMs'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  // A new project's bucket is full; `takeFromBucket` cuts Infinity down to `newIssues`.
  return { left: row?.left ?? Infinity, atMs: row?.atMs ?? 0 };
}
