import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { inChunks, toKeyName, Overtaken, compareText } from '#persistence/stores';
import type { RecordingBounds } from '../recording-bounds.ts';
import type { GroupedEvent } from '#product/recording/reports';
import { decideKeys } from './decide-keys.ts';
import type { DecidedEvent, Decisions, NewPointer } from './decide-keys.ts';
import { findKeys } from './find-keys.ts';
import type { KnownKey, KnownKeys, ResolvedKey } from './find-keys.ts';
import { tallyByKey } from './key-tally.ts';
import type { KeyTally } from './key-tally.ts';
import { lockProject, makeKeys } from './make-keys.ts';
import { moveToCrowdedKey, takeFromBucket } from './new-issue-bucket.ts';
import { CROWDED_KEY } from '#product/recording/reports';

interface Recording {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly bounds: RecordingBounds;
  readonly nowMs: number;
}

export interface ResolvedEvent extends Omit<DecidedEvent, 'key'> {
  readonly key: ResolvedKey;
}

export interface CountedKey {
  readonly tally: KeyTally;
  readonly key: ResolvedKey;
}

export interface Resolution {
  /** The events that were passed in, in their order. */
  readonly events: readonly ResolvedEvent[];
  readonly keys: readonly CountedKey[];
  readonly created: ReadonlySet<number>;
}

interface Plan extends Decisions {
  readonly tallies: readonly KeyTally[];
  /** The map's keys are `toKeyName` of each row's own grouping key. */
  readonly rows: ReadonlyMap<string, ResolvedKey>;
}

/**
 * Finds the row under which each event counts, and makes missing rows with an issue each. The
 * newest key of an event that counts by an older key becomes a pointer to that row. All rows stay
 * locked until the transaction ends. Events of a project that makes too many issues share one key.
 *
 * Locks projects before keys, each in ascending order, so that relays on one database cannot
 * deadlock. Rejects with `Overtaken` when the issue of a key was deleted since the key was found.
 * The events must then make another issue.
 */
export async function resolveKeys(
  { transaction, dialect, bounds, nowMs }: Recording,
  events: readonly GroupedEvent[],
): Promise<Resolution> {
  const found = await findAll(transaction, listKeys(events));
  const plan = toPlan(decideKeys(events, found), found);
  const changing = listChanging(plan);
  const made =
    changing.length === 0
      ? { plan, created: new Set<number>() }
      : await makeMissing({ transaction, bounds, nowMs }, { events, found, projectIds: changing });
  const { created } = made;
  const { tallies, pointers, events: decided } = made.plan;
  const rows = dialect.hasConcurrentWriters
    ? await lockRows(transaction, made.plan)
    : made.plan.rows;
  if (pointers.length > 0) await pointKeys(transaction, pointers, rows);
  return {
    events: decided.map((event) => ({ ...event, key: rows.get(nameOf(event))! })),
    keys: tallies.map((tally) => ({
      tally,
      key: rows.get(toKeyName(tally.projectId, tally.key))!,
    })),
    created,
  };
}

function nameOf({ grouped, key }: DecidedEvent): string {
  return toKeyName(grouped.event.projectId, key);
}

function listKeys(events: readonly GroupedEvent[]): Map<number, Set<string>> {
  const keys = new Map<number, Set<string>>();
  for (const { event, grouping } of events) {
    const ofProject = keys.get(event.projectId) ?? new Set();
    keys.set(event.projectId, ofProject);
    for (const { key } of grouping.keys) ofProject.add(key);
  }
  return keys;
}

async function findAll(
  transaction: Transaction<Schema>,
  keys: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<KnownKeys> {
  const known = new Map<string, KnownKey>();
  for (const [projectId, ofProject] of keys) {
    const found = await findKeys(transaction, projectId, ofProject);
    for (const [name, row] of found) known.set(name, row);
  }
  return known;
}

function toPlan({ events, pointers }: Decisions, known: KnownKeys): Plan {
  const rows = new Map<string, ResolvedKey>();
  for (const row of known.values()) rows.set(toKeyName(row.projectId, row.key), row);
  return { events, pointers, tallies: tallyByKey(events), rows };
}

function isMissing(tally: KeyTally, rows: Plan['rows']): boolean {
  return !rows.has(toKeyName(tally.projectId, tally.key));
}

/** Returns the projects that get a key or a pointer, ascending, which is the order of locking. */
function listChanging({ tallies, pointers, rows }: Plan): number[] {
  const missing = tallies.filter((tally) => isMissing(tally, rows));
  const projectIds = new Set([...missing, ...pointers].map(({ projectId }) => projectId));
  return [...projectIds].toSorted((a, b) => a - b);
}

async function makeMissing(
  { transaction, bounds, nowMs }: Omit<Recording, 'dialect'>,
  {
    events,
    found,
    projectIds,
  }: { events: readonly GroupedEvent[]; found: KnownKeys; projectIds: readonly number[] },
): Promise<{ plan: Plan; created: ReadonlySet<number> }> {
  for (const projectId of projectIds) await lockProject(transaction, projectId);
  // Another process may have made the same keys, or other keys of these events, during the wait for
  // the lock.
  const keys = listKeys(events);
  const again = projectIds.map((id) => [id, new Set([...keys.get(id)!, CROWDED_KEY])] as const);
  const known = new Map([...found, ...(await findAll(transaction, new Map(again)))]);
  const wantedPlan = toPlan(decideKeys(events, known), known);
  const plan = await regroupCrowdedEvents({ transaction, bounds, nowMs }, wantedPlan);
  const rows = new Map(plan.rows);
  const created = new Set<number>();
  for (const missing of listMissing(plan)) {
    for (const [name, row] of await makeKeys(transaction, missing)) {
      rows.set(name, row);
      created.add(row.issueId);
    }
  }
  return { plan: { ...plan, rows }, created };
}

function listMissing({ tallies, rows }: Plan): (readonly KeyTally[])[] {
  const missing = tallies.filter((tally) => isMissing(tally, rows));
  const projectIds = new Set(missing.map(({ projectId }) => projectId));
  return [...projectIds].map((id) => missing.filter(({ projectId }) => projectId === id));
}

async function regroupCrowdedEvents(
  { transaction, bounds, nowMs }: Omit<Recording, 'dialect'>,
  wantedPlan: Plan,
): Promise<Plan> {
  const crowded = new Set<string>();
  for (const missing of listMissing(wantedPlan)) {
    for (const { projectId, key } of await takeFromBucket(transaction, missing, {
      ...bounds,
      nowMs,
    })) {
      crowded.add(toKeyName(projectId, key));
    }
  }
  if (crowded.size === 0) return wantedPlan;
  const events = moveToCrowdedKey(wantedPlan.events, crowded);
  return { ...wantedPlan, events, tallies: tallyByKey(events) };
}

async function lockRows(
  transaction: Transaction<Schema>,
  { tallies, rows }: Plan,
): Promise<ReadonlyMap<string, ResolvedKey>> {
  const ids = tallies.map(({ projectId, key }) => rows.get(toKeyName(projectId, key))!.id);
  const inOrder = ids.toSorted((a, b) => a - b);
  const found = await inChunks(inOrder, (chunk) =>
    transaction
      .selectFrom('grouping_keys')
      .select(['id', 'project_id', 'key', 'issue_id', 'users'])
      .select('is_one_of_several as isOneOfSeveral')
      .where('id', 'in', chunk)
      .orderBy('id')
      .forUpdate()
      .execute(),
  );
  const locked = new Map<string, ResolvedKey>();
  for (const { project_id, key, issue_id: issueId, ...row } of found) {
    if (issueId === null) continue;
    locked.set(toKeyName(project_id, key), { ...row, issueId });
  }
  if (locked.size < ids.length) throw new Overtaken();
  return locked;
}

/**
 * Writes pointers to `rows` (by `toKeyName`) and updates the number of pointers of each row. The
 * caller holds locks on the projects, so that no other process makes a row for a key that becomes a
 * pointer. The caller locks the rows afterwards.
 */
async function pointKeys(
  transaction: Transaction<Schema>,
  pointers: readonly NewPointer[],
  rows: ReadonlyMap<string, ResolvedKey>,
): Promise<void> {
  const values = pointers
    .toSorted((a, b) => a.projectId - b.projectId || compareText(a.key, b.key))
    .map(({ projectId, key, version, to }) => ({
      project_id: projectId,
      key,
      version,
      grouping_key_id: rows.get(toKeyName(projectId, to))!.id,
    }));
  await inChunks(values, (chunk) =>
    transaction
      .insertInto('key_pointers')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['project_id', 'key']).doNothing())
      .execute(),
  );
  const ids = [...new Set(values.map(({ grouping_key_id }) => grouping_key_id))];
  await inChunks(ids, (chunk) =>
    transaction
      .updateTable('grouping_keys')
      .set({
        pointers: sql<number>`(select count(*) from key_pointers p where p.grouping_key_id = grouping_keys.id)`,
      })
      .where('id', 'in', chunk)
      .execute(),
  );
}
