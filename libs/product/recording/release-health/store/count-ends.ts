import { type Transaction, sql } from 'kysely';
import { sessionLimits } from '#shared';
import { compareText, HOUR_MS, inChunks, type Schema } from '#persistence/stores';
import type { SessionGroup } from './session-item.ts';
import type { Recording } from '#product/recording/steps';
import type { PlacedGroup } from './place-sessions.ts';
import type { SessionEndsTable } from './session.tables.ts';

/**
 * Bits of `session_ends.kinds`. Crashed sessions have failed as well. `begun` tells of a session
 * whose end also says that it began: some SDKs say so again with each crash. Beginnings without an
 * end are not kept, so a session that says so before its end, too, counts twice.
 */
const END_KINDS = { failed: 1, crashed: 2, abnormal: 4, begun: 8 } as const;

export interface CountedGroup extends PlacedGroup {
  /** Sessions that crashed or had an unhandled error. */
  readonly failed: number;
}

/**
 * Counts each end of a session once, although the session sends it with each later update. A session
 * that crashes after an unhandled error counts as crashed, and does not fail twice. An end is
 * remembered from its latest update, because sessions of servers last for days.
 */
export async function countEnds(
  { transaction, nowMs }: Pick<Recording, 'transaction' | 'nowMs'>,
  groups: readonly PlacedGroup[],
): Promise<readonly CountedGroup[]> {
  const rows = new Map<string, SessionEndsTable>();
  for (const { place, group } of groups) {
    const kinds = toKinds(group);
    if (group.sessionHash === undefined || kinds === 0) continue;
    const row = {
      project_id: place.project_id,
      session_hash: group.sessionHash.slice(0, 32),
      seen_at: nowMs,
    };
    const known = rows.get(toName(row))?.kinds ?? 0;
    rows.set(toName(row), { ...row, kinds: known | kinds, kinds_before: 0 });
  }
  const full = await listFullProjects(transaction, [...rows.values()]);
  const fresh = await writeEnds(
    transaction,
    [...rows.values()].filter(({ project_id }) => !full.has(project_id)),
  );
  return groups.map(({ place, group }) => {
    const { crashed, abnormal, unhandled = 0, sessionHash } = group;
    const failed = crashed + unhandled;
    if (sessionHash === undefined || full.has(place.project_id) || toKinds(group) === 0) {
      return { place, group, failed };
    }
    const name = toName({ ...place, session_hash: sessionHash.slice(0, 32) });
    const left = fresh.get(name) ?? 0;
    // The first update of the batch counts, when no earlier batch had one.
    fresh.set(name, left & ~toKinds(group));
    const count = (kind: keyof typeof END_KINDS, sessions: number): number =>
      (left & END_KINDS[kind]) === 0 ? 0 : sessions;
    return {
      place,
      group: {
        ...group,
        begun: count('begun', group.begun),
        crashed: count('crashed', crashed),
        abnormal: count('abnormal', abnormal),
      },
      failed: count('failed', failed),
    };
  });
}

/** Returns 0 for a session that has not ended badly. */
function toKinds({ begun, crashed, abnormal, unhandled = 0 }: SessionGroup): number {
  const ends =
    (crashed + unhandled > 0 ? END_KINDS.failed : 0) |
    (crashed > 0 ? END_KINDS.crashed : 0) |
    (abnormal > 0 ? END_KINDS.abnormal : 0);
  return ends !== 0 && begun > 0 ? ends | END_KINDS.begun : ends;
}

function toName(row: Pick<SessionEndsTable, 'project_id' | 'session_hash'>): string {
  return `${row.project_id} ${row.session_hash}`;
}

/** Returns the kinds of ends that no earlier batch stored, by `toName`. */
async function writeEnds(
  transaction: Transaction<Schema>,
  rows: readonly SessionEndsTable[],
): Promise<Map<string, number>> {
  const written = await inChunks(
    rows.toSorted(
      (a, b) => a.project_id - b.project_id || compareText(a.session_hash, b.session_hash),
    ),
    (chunk) =>
      transaction
        .insertInto('session_ends')
        .values(chunk)
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'session_hash'])
            .doUpdateSet({
              kinds: sql<number>`session_ends.kinds | excluded.kinds`,
              kinds_before: sql<number>`session_ends.kinds`,
              seen_at: sql<number>`excluded.seen_at`,
            })
            .where(
              sql<boolean>`((excluded.kinds & ~session_ends.kinds) <> 0
                or session_ends.seen_at < excluded.seen_at - ${sql.lit(HOUR_MS)})`,
            ),
        )
        .returning(['project_id', 'session_hash', 'kinds', 'kinds_before'])
        .execute(),
  );
  return new Map(written.map((row) => [toName(row), row.kinds & ~row.kinds_before]));
}

async function listFullProjects(
  transaction: Transaction<Schema>,
  rows: readonly SessionEndsTable[],
): Promise<ReadonlySet<number>> {
  const full = new Set<number>();
  for (const projectId of new Set(rows.map(({ project_id }) => project_id))) {
    const beyond = await transaction
      .selectFrom('session_ends')
      .select('session_hash')
      .where('project_id', '=', projectId)
      .offset(sessionLimits.endsKept)
      .limit(1)
      .executeTakeFirst();
    if (beyond) full.add(projectId);
  }
  return full;
}
