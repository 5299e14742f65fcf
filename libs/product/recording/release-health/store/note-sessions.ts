import { type Transaction, sql } from 'kysely';
import { sessionLimits } from '#shared';
import {
  compareText,
  HOUR_MS,
  inChunks,
  type Schema,
  toBucketStart,
  groupByName,
} from '#persistence/stores';
import type { Recording, RecordingStep } from '#product/recording/steps';
import { addToSketches, type StoredSketches } from './add-to-sketches.ts';
import type { Place } from './day-pairs.ts';
import { noteFirstSeen } from './note-first-seen.ts';
import { listNamedSessions, listSent, placeGroups, type PlacedGroup } from './place-sessions.ts';
import type { SessionEndsTable, SessionHoursTable } from './session.tables.ts';

/** Adds sessions to the counts of their hour, and their users to the sketches of their day. */
export const noteSessions: RecordingStep = {
  locks: 'counters',
  listNamed: listNamedSessions,
  async run(recording) {
    const { transaction, reports, outcomes } = recording;
    const items = listSent(reports);
    if (items.length === 0) return;
    const groups = await placeGroups(recording, items);
    const counted = await leaveOutKnownEnds(transaction, groups);
    await addHours(transaction, counted);
    await addDays(recording, counted);
    await noteFirstSeen(transaction, counted);
    outcomes.push(
      ...items.map(({ item, publicKey }) => ({
        projectId: item.projectId,
        publicKey,
        kind: 'session' as const,
        atMs: item.receivedAtMs,
        quantity: 1,
        outcome: 'stored' as const,
        reason: 'taken' as const,
      })),
    );
  },
};

/** Counts the crash of a session once, although the session sends it with each later update. */
async function leaveOutKnownEnds(
  transaction: Transaction<Schema>,
  groups: readonly PlacedGroup[],
): Promise<readonly PlacedGroup[]> {
  const ended = groups.filter(
    ({ group }) => group.sessionHash !== undefined && group.crashed + group.abnormal > 0,
  );
  if (ended.length === 0) return groups;
  const rows = new Map<string, SessionEndsTable>();
  for (const { place, group } of ended) {
    const row = {
      project_id: place.project_id,
      session_hash: group.sessionHash!.slice(0, 32),
      seen_at: group.startedAtMs,
    };
    rows.set(toEndName(row), row);
  }
  const full = await listFullProjects(transaction, [...rows.values()]);
  const written = await inChunks(
    [...rows.values()]
      .filter(({ project_id }) => !full.has(project_id))
      .toSorted(
        (a, b) => a.project_id - b.project_id || compareText(a.session_hash, b.session_hash),
      ),
    (chunk) =>
      transaction
        .insertInto('session_ends')
        .values(chunk)
        .onConflict((conflict) => conflict.columns(['project_id', 'session_hash']).doNothing())
        .returning(['project_id', 'session_hash'])
        .execute(),
  );
  const isNew = new Set(written.map(toEndName));
  return groups.map((each) => {
    const { place, group } = each;
    if (!ended.includes(each) || full.has(place.project_id)) return each;
    const name = toEndName({
      project_id: place.project_id,
      session_hash: group.sessionHash!.slice(0, 32),
    });
    // The first update of the batch counts, when no earlier batch had one.
    return isNew.delete(name) ? each : { ...each, group: { ...group, crashed: 0, abnormal: 0 } };
  });
}

function toEndName(row: Pick<SessionEndsTable, 'project_id' | 'session_hash'>): string {
  return `${row.project_id} ${row.session_hash}`;
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

async function addHours(
  transaction: Transaction<Schema>,
  groups: readonly PlacedGroup[],
): Promise<void> {
  const sums = new Map<string, SessionHoursTable>();
  for (const { place, group } of groups) {
    const starts_at = toBucketStart(group.startedAtMs, HOUR_MS);
    const name = toName({ ...place, starts_at });
    const sum = sums.get(name);
    sums.set(name, {
      ...place,
      starts_at,
      sessions: group.begun + (sum?.sessions ?? 0),
      errored: group.errored + (sum?.errored ?? 0),
      crashed: group.crashed + (sum?.crashed ?? 0),
      abnormal: group.abnormal + (sum?.abnormal ?? 0),
    });
  }
  const add = (column: 'sessions' | 'errored' | 'crashed' | 'abnormal') =>
    sql<number>`${sql.ref(`session_hours.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  await inChunks(inOrder([...sums.values()]), (chunk) =>
    transaction
      .insertInto('session_hours')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'starts_at', 'release_id', 'environment_id']).doUpdateSet({
          sessions: add('sessions'),
          errored: add('errored'),
          crashed: add('crashed'),
          abnormal: add('abnormal'),
        }),
      )
      .execute(),
  );
}

async function addDays(
  { transaction, dialect, sealUser }: Pick<Recording, 'transaction' | 'dialect' | 'sealUser'>,
  groups: readonly PlacedGroup[],
): Promise<void> {
  const byPlace = groupByName(groups, ({ place }) => toName(place));
  const places = inOrder([...byPlace.values()].map((each) => each[0]!.place));
  for (const place of places) {
    const before = await lockDay({ transaction, dialect }, place);
    const added = (byPlace.get(toName(place)) ?? []).map(({ group }) => group);
    const after = addToSketches(before, added, (hash) => sealUser(place.project_id, hash));
    if (!after) continue;
    await transaction
      .updateTable('session_days')
      .set(after)
      .where('project_id', '=', place.project_id)
      .where('starts_at', '=', place.starts_at)
      .where('release_id', '=', place.release_id)
      .where('environment_id', '=', place.environment_id)
      .execute();
  }
}

const NO_SKETCHES = {
  users: new Uint8Array(),
  crashed_users: new Uint8Array(),
  errored: new Uint8Array(),
};

/** Makes the row when it is missing, and returns it locked. */
async function lockDay(
  { transaction, dialect }: Pick<Recording, 'transaction' | 'dialect'>,
  place: Place,
): Promise<StoredSketches> {
  await transaction
    .insertInto('session_days')
    .values({ ...place, ...NO_SKETCHES })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'starts_at', 'release_id', 'environment_id']).doNothing(),
    )
    .execute();
  const row = transaction
    .selectFrom('session_days')
    .select(['users', 'crashed_users', 'errored'])
    .where('project_id', '=', place.project_id)
    .where('starts_at', '=', place.starts_at)
    .where('release_id', '=', place.release_id)
    .where('environment_id', '=', place.environment_id);
  return (dialect.hasConcurrentWriters ? row.forUpdate() : row).executeTakeFirstOrThrow();
}

function toName({ project_id, starts_at, release_id, environment_id }: Place): string {
  return `${project_id} ${starts_at} ${release_id} ${environment_id}`;
}

/** Processes that write the same rows in one order cannot deadlock. */
function inOrder<Row extends Place>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (a, b) =>
      a.project_id - b.project_id ||
      a.starts_at - b.starts_at ||
      a.release_id - b.release_id ||
      a.environment_id - b.environment_id,
  );
}
