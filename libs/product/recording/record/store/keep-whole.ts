import { sql, type Transaction } from 'kysely';
import { boundLimits } from '#shared';
import type { KeptHoursTable } from './recording.tables.ts';
import type { Schema } from '#persistence/stores';
import { HOUR_MS, toBucketStart, inChunks, compareText, toPortableText } from '#persistence/stores';
import type { GroupedEvent, Keeping } from '#product/recording/reports';
import type { StorageRoom } from '#product/recording/storage';
import type { RecordingBounds } from './recording-bounds.ts';
import { recordingLimits } from '#product/recording/reports';
import type { ResolvedKey } from './keys/find-keys.ts';
import type { ResolvedEvent } from './keys/resolve-keys.ts';

interface KeptOfHour {
  events: number;
  /** Pairs of release and environment with at least one event that was kept whole. */
  readonly places: Set<string>;
}

interface Placed {
  readonly grouped: GroupedEvent;
  readonly key: ResolvedKey;
  readonly row: Omit<KeptHoursTable, 'events'>;
}

interface Choosing {
  readonly bounds: RecordingBounds;
  readonly room: StorageRoom;
  readonly created: ReadonlySet<number>;
}

/**
 * Decides for each event, in order, whether it is stored with its payload (kept whole), and counts
 * these events per hour. An issue keeps the payloads of the first events of each hour, and of the
 * first event of each release and environment in that hour. The storage budget limits all of them.
 * The first event of a new or resolved issue may exceed the day's budget, because without it nobody
 * could see what happened. The caller holds locks on the grouping keys. Two processes that write to
 * different grouping keys of one issue may together keep a few events more.
 */
export async function decideKeeping(
  transaction: Transaction<Schema>,
  events: readonly ResolvedEvent[],
  { bounds, room, created }: Choosing,
): Promise<Keeping[]> {
  const placed = events.map(place);
  const isBounded = bounds.wholeEventsPerHour !== Infinity;
  const kept = isBounded ? await readKept(transaction, placed) : new Map<string, KeptOfHour>();
  const whole: Placed[] = [];
  const isNew = new Set(placed.filter((each) => !kept.has(nameHour(each))).map(({ row }) => row));
  const firstOf = new Set(created);
  const choose = (each: Placed): Keeping => {
    const isWhole = !isBounded || fits(each, kept, bounds);
    if (!isWhole) room.add(toWanted(each, 0));
    else if (!room.take(toWanted(each), { isFirst: firstOf.has(each.key.issueId) }))
      return 'budget';
    else if (isBounded) note(each, kept);
    if (!isWhole) return 'storm';
    firstOf.delete(each.key.issueId);
    whole.push(each);
    return 'whole';
  };
  const keepings = placed.map(choose);
  const refused = placed.filter((_, index) => keepings[index] === 'budget');
  const resolved = await findResolved(transaction, refused);
  for (const id of resolved.keys()) firstOf.add(id);
  for (const { key } of whole) firstOf.delete(key.issueId);
  for (const [index, each] of placed.entries()) {
    if (keepings[index] !== 'budget' || !firstOf.has(each.key.issueId)) continue;
    // An old release may report for days without reopening an issue that was resolved by release.
    // Its events may exceed the budget only when the hour has no whole event of the same release
    // and environment.
    const isByRelease = resolved.get(each.key.issueId) !== null;
    const ofHour = isByRelease ? kept.get(nameHour(each)) : undefined;
    if (!ofHour?.places.has(namePlace(each.row))) keepings[index] = choose(each);
  }
  if (isBounded) {
    await addKept(transaction, whole);
    await dropOldHours(transaction, [...isNew]);
  }
  return keepings;
}

function place({ grouped, key }: ResolvedEvent): Placed {
  return { grouped, key, row: toKeptRow(grouped, key.id) };
}

function toKeptRow({ event }: GroupedEvent, keyId: number): Placed['row'] {
  const { receivedAtMs, release = '', environment = '' } = event;
  return {
    grouping_key_id: keyId,
    starts_at: toBucketStart(receivedAtMs, HOUR_MS),
    release: toPortableText(release),
    environment: toPortableText(environment),
  };
}

function toWanted({ grouped }: Placed, bodyBytes = grouped.payload.body.length) {
  const { projectId, receivedAtMs: atMs } = grouped.event;
  return { projectId, atMs, bytes: boundLimits.stubBytes + bodyBytes };
}

async function findResolved(
  transaction: Transaction<Schema>,
  placed: readonly Placed[],
): Promise<ReadonlyMap<number, string | null>> {
  const issueIds = [...new Set(placed.map(({ key }) => key.issueId))];
  const rows = await inChunks(issueIds, (chunk) =>
    transaction
      .selectFrom('issues')
      .select(['id', 'resolved_release'])
      .where('id', 'in', chunk)
      .where('status', '=', 'resolved')
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row.resolved_release]));
}

function nameHour({ key, row }: Placed): string {
  return `${key.issueId}/${row.starts_at}`;
}

function namePlace({ release, environment }: Pick<KeptHoursTable, 'release' | 'environment'>) {
  return JSON.stringify([release, environment]);
}

/** The sender chooses release and environment, so the number of their pairs is limited as well. */
function fits(
  placed: Placed,
  kept: ReadonlyMap<string, KeptOfHour>,
  { wholeEventsPerHour }: RecordingBounds,
): boolean {
  const ofHour = kept.get(nameHour(placed));
  if (!ofHour || ofHour.events < wholeEventsPerHour) return true;
  const isFull = ofHour.events >= wholeEventsPerHour + boundLimits.firstsPerHour;
  return !isFull && !ofHour.places.has(namePlace(placed.row));
}

function note(placed: Placed, kept: Map<string, KeptOfHour>): void {
  const name = nameHour(placed);
  const ofHour = kept.get(name) ?? { events: 0, places: new Set() };
  ofHour.events += 1;
  ofHour.places.add(namePlace(placed.row));
  kept.set(name, ofHour);
}

async function readKept(
  transaction: Transaction<Schema>,
  placed: readonly Placed[],
): Promise<Map<string, KeptOfHour>> {
  const issueIds = [...new Set(placed.map(({ key }) => key.issueId))];
  const hours = [...new Set(placed.map(({ row }) => row.starts_at))];
  const rows = await inChunks(issueIds, (chunk) =>
    transaction
      .selectFrom('grouping_keys')
      .innerJoin('kept_hours', 'kept_hours.grouping_key_id', 'grouping_keys.id')
      .select(['issue_id', 'starts_at', 'release', 'environment', 'kept_hours.events'])
      .where('issue_id', 'in', chunk)
      .where('starts_at', 'in', hours)
      .execute(),
  );
  const kept = new Map<string, KeptOfHour>();
  for (const { issue_id, starts_at, events, ...of } of rows) {
    const name = `${issue_id}/${starts_at}`;
    const ofHour = kept.get(name) ?? { events: 0, places: new Set() };
    ofHour.events += events;
    ofHour.places.add(namePlace(of));
    kept.set(name, ofHour);
  }
  return kept;
}

interface MovedWhole {
  readonly grouped: GroupedEvent;
  readonly from: number;
  readonly to: number;
}

export async function moveKept(
  transaction: Transaction<Schema>,
  moved: readonly MovedWhole[],
  nowMs: number,
): Promise<void> {
  const keptFrom = toBucketStart(nowMs, HOUR_MS) - recordingLimits.keptHoursMs;
  const recent = moved.filter(({ grouped }) => grouped.event.receivedAtMs >= keptFrom);
  await addKept(
    transaction,
    recent.flatMap(({ grouped, from, to }) => [
      { row: toKeptRow(grouped, from), events: -1 },
      { row: toKeptRow(grouped, to), events: 1 },
    ]),
  );
  await inChunks([...new Set(recent.map(({ from }) => from))], (chunk) =>
    transaction
      .deleteFrom('kept_hours')
      .where('grouping_key_id', 'in', chunk)
      .where('events', '<=', 0)
      .execute(),
  );
}

async function addKept(
  transaction: Transaction<Schema>,
  whole: readonly (Pick<Placed, 'row'> & { readonly events?: number })[],
): Promise<void> {
  const rows = new Map<string, KeptHoursTable>();
  for (const { row, events = 1 } of whole) {
    const name = JSON.stringify(Object.values(row));
    rows.set(name, { ...row, events: events + (rows.get(name)?.events ?? 0) });
  }
  const inOrder = [...rows].toSorted(([a], [b]) => compareText(a, b)).map(([, row]) => row);
  await inChunks(inOrder, (chunk) =>
    transaction
      .insertInto('kept_hours')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['grouping_key_id', 'starts_at', 'release', 'environment'])
          .doUpdateSet({ events: sql<number>`kept_hours.events + excluded.events` }),
      )
      .execute(),
  );
}

async function dropOldHours(
  transaction: Transaction<Schema>,
  rows: readonly Pick<KeptHoursTable, 'grouping_key_id' | 'starts_at'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const latest = rows.reduce((hour, row) => Math.max(hour, row.starts_at), 0);
  const ids = [...new Set(rows.map(({ grouping_key_id }) => grouping_key_id))];
  await inChunks(ids, (chunk) =>
    transaction
      .deleteFrom('kept_hours')
      .where('grouping_key_id', 'in', chunk)
      .where('starts_at', '<', latest - recordingLimits.keptHoursMs)
      .execute(),
  );
}
