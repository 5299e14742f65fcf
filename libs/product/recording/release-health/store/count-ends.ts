import { type Transaction, sql } from 'kysely';
import { sessionLimits } from '#shared';
import { compareText, HOUR_MS, inChunks, type Schema } from '#persistence/stores';
import type { SessionGroup } from './session-item.ts';
import type { Recording } from '#product/recording/steps';
import type { PlacedGroup } from './place-sessions.ts';
import type { SessionEndsTable } from './session.tables.ts';

/**
 * Bits of `session_ends.kinds`. Crashed sessions have failed as well. `begun` tells of a session
 * that has said that it began: some SDKs say so again with each crash.
 */
const END_KINDS = { failed: 1, crashed: 2, abnormal: 4, begun: 8 } as const;

export interface CountedGroup extends PlacedGroup {
  /** Sessions that crashed or had an unhandled error. */
  readonly failed: number;
}

/**
 * A beginning without an end is remembered for this long: a client sends an item again when its
 * connection broke before the answer.
 */
const BEGUN_KEPT_MS = HOUR_MS;
/** Beginnings are remembered only while the project has fewer rows than this, so counting is cheap. */
const BEGUN_KEPT = 10_000;

/**
 * Counts each beginning and each end of a session once, although the session sends its end with each
 * later update. A session that crashes after an unhandled error counts as crashed, and does not fail
 * twice. An end is remembered from its latest update, because sessions of servers last for days.
 */
export async function countEnds(
  { transaction, nowMs }: Pick<Recording, 'transaction' | 'nowMs'>,
  groups: readonly PlacedGroup[],
): Promise<readonly CountedGroup[]> {
  const rows = new Map<string, SessionEndsTable>();
  for (const { place, group } of groups) {
    const kinds = toKinds(group);
    if (group.sessionHash === undefined || kinds === 0) continue;
    const named = { project_id: place.project_id, session_hash: group.sessionHash.slice(0, 32) };
    const all = (rows.get(toName(named))?.kinds ?? 0) | kinds;
    const seen_at =
      all === END_KINDS.begun ? nowMs - sessionLimits.endsKeptMs + BEGUN_KEPT_MS : nowMs;
    rows.set(toName(named), { ...named, seen_at, kinds: all, kinds_before: 0 });
  }
  const kept = await chooseKept(transaction, rows);
  const fresh = await writeEnds(transaction, [...kept.values()]);
  return groups.map(({ place, group }) => {
    const { crashed, abnormal, unhandled = 0, sessionHash = '' } = group;
    const failed = crashed + unhandled;
    const name = toName({ ...place, session_hash: sessionHash.slice(0, 32) });
    if (sessionHash === '' || !kept.has(name) || toKinds(group) === 0) {
      return { place, group, failed };
    }
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

/** Returns 0 for an update that tells of no beginning and of no bad end. */
function toKinds({ begun, crashed, abnormal, unhandled = 0 }: SessionGroup): number {
  return (
    (crashed + unhandled > 0 ? END_KINDS.failed : 0) |
    (crashed > 0 ? END_KINDS.crashed : 0) |
    (abnormal > 0 ? END_KINDS.abnormal : 0) |
    (begun > 0 ? END_KINDS.begun : 0)
  );
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
              seen_at: sql<number>`case when excluded.seen_at > session_ends.seen_at
                then excluded.seen_at else session_ends.seen_at end`,
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

/** Leaves out what finds no room. Most of it is for ends alone. */
async function chooseKept(
  transaction: Transaction<Schema>,
  rows: ReadonlyMap<string, SessionEndsTable>,
): Promise<ReadonlyMap<string, SessionEndsTable>> {
  const toRoom = ({ kinds }: SessionEndsTable) =>
    kinds === END_KINDS.begun ? BEGUN_KEPT : sessionLimits.endsKept;
  const isFull = new Map<string, boolean>();
  for (const row of rows.values()) {
    const asked = `${row.project_id} ${toRoom(row)}`;
    if (isFull.has(asked)) continue;
    const beyond = await transaction
      .selectFrom('session_ends')
      .select('session_hash')
      .where('project_id', '=', row.project_id)
      .offset(toRoom(row))
      .limit(1)
      .executeTakeFirst();
    isFull.set(asked, beyond !== undefined);
  }
  return new Map(
    [...rows].filter(([, row]) => isFull.get(`${row.project_id} ${toRoom(row)}`) === false),
  );
}
