import { type Transaction, sql } from 'kysely';
import { HOUR_MS, inChunks, type Schema, toBucketStart, groupByName } from '#persistence/stores';
import type { SessionGroup } from './session-item.ts';
import type { Recording, RecordingStep } from '#product/recording/steps';
import { DistinctSketch } from '../rules/distinct-sketch.ts';
import { type CountedGroup, countEnds } from './count-ends.ts';
import type { Place } from './day-pairs.ts';
import { listNamedSessions, listSent, placeGroups, type PlacedGroup } from './place-sessions.ts';
import type { SessionHoursTable, SessionDaysTable } from './session.tables.ts';

/** Adds sessions to the counts of their hour, and their users to the sketches of their day. */
export const noteSessions: RecordingStep = {
  locks: 'counters',
  listNamed: listNamedSessions,
  async run(recording) {
    const { transaction, reports, outcomes } = recording;
    const items = listSent(reports);
    if (items.length === 0) return;
    const groups = await placeGroups(recording, items);
    const counted = await countEnds(recording, groups);
    await addHours(transaction, counted);
    await addDays(recording, counted);
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

async function addHours(
  transaction: Transaction<Schema>,
  groups: readonly CountedGroup[],
): Promise<void> {
  const sums = new Map<string, SessionHoursTable>();
  for (const { place, group, failed } of groups) {
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
      failed: failed + (sum?.failed ?? 0),
    });
  }
  // A stored null stays null: such an hour says nothing.
  const add = (column: 'sessions' | 'errored' | 'crashed' | 'abnormal' | 'failed') =>
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
          failed: add('failed'),
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

type StoredSketches = Pick<SessionDaysTable, 'users' | 'crashed_users' | 'errored'>;

/** Returns undefined when all sketches are as before. `toUser` returns a user's pseudonym. */
export function addToSketches(
  before: StoredSketches,
  groups: readonly SessionGroup[],
  toUser: (userHash: string) => string,
): StoredSketches | undefined {
  const [users, crashedUsers, errored] = [
    DistinctSketch.fromBytes(before.users),
    DistinctSketch.fromBytes(before.crashed_users),
    DistinctSketch.fromBytes(before.errored),
  ];
  let hasChanged = false;
  const add = (sketch: DistinctSketch, hash: string): void => {
    if (sketch.add(hash)) hasChanged = true;
  };
  for (const { userHash, sessionHash, hasErrors, crashed } of groups) {
    if (userHash !== undefined) {
      const user = toHex(toUser(userHash));
      add(users, user);
      if (crashed > 0) add(crashedUsers, user);
    }
    if (sessionHash !== undefined && hasErrors === true) add(errored, sessionHash);
  }
  if (!hasChanged) return undefined;
  return {
    users: users.toBytes(),
    crashed_users: crashedUsers.toBytes(),
    errored: errored.toBytes(),
  };
}

function toHex(pseudonym: string): string {
  return Buffer.from(pseudonym, 'base64url').toString('hex');
}
