import {
  DAY_MS,
  HOUR_MS,
  inTransaction,
  type KyselyDatabase,
  MINUTE_MS,
} from '#persistence/stores';
import { DurationHistogram } from '../rules/duration-histogram.ts';
import { findSlower, type FoundChange, type HourOfRelease } from '../rules/segment-change.ts';
import { NO_SEGMENT, type SlowerRelease, type SpanCountsTable } from './segment.tables.ts';
import { STEPS } from './span-sums.ts';

/** Spans of an hour may arrive this late. */
const LATE_MS = 10 * MINUTE_MS;
/** A release may be found slower in its first day, and its last hours are whole some time later. */
const JUDGED_MS = DAY_MS + 3 * HOUR_MS;
/** Durations are as before when they are at most this much longer. */
const SAME_FACTOR = 1.05;
const LEAST_FACTOR = 1.2;
const LEAST_CALLS = 200;
/** More calls explain a change when they take this part of what a request takes more. */
const LEAST_PART = 0.05;
const HOURS_AFTER = 2;
const HOURS_BEFORE = 3;

/**
 * Notes whether the newest release made a segment slower, and which operations explain it. Forgets
 * this once durations are as before.
 */
export async function judgeSegment(
  database: KyselyDatabase,
  { id, project_id }: { readonly id: number; readonly project_id: number },
  nowMs: number,
): Promise<void> {
  const db = database.kysely;
  const hours = db
    .selectFrom('span_counts')
    .where('step', '=', STEPS.hour)
    .where('release_id', '>', 0)
    .where('starts_at', '<=', nowMs - HOUR_MS - LATE_MS);
  const list = (nameId: number) =>
    hours.selectAll().where('name_id', '=', nameId).orderBy('starts_at').execute();
  const names = await db
    .selectFrom('span_names')
    .select(['id', 'segment_id', 'slower'])
    .where('project_id', '=', project_id)
    .where('segment_id', 'in', [NO_SEGMENT, id])
    .execute();
  const { releases } = await hours
    .select(({ fn }) => fn.count<number>('release_id').distinct().as('releases'))
    .where('name_id', '=', id)
    .where('starts_at', '>=', nowMs - JUDGED_MS)
    .executeTakeFirstOrThrow();
  const known = readSlower(names.find((name) => name.id === id));
  if (releases < 2 && known.length === 0) return;
  const operations = names.filter(({ segment_id }) => segment_id === id);
  const rows = await list(id);
  const judged = new Set<number>();
  const compared = new Set(rows.map(({ environment_id }) => environment_id));
  const found = new Map<number, SlowerRelease[]>();
  for (const environmentId of compared) {
    const requests = rows.filter(({ environment_id }) => environment_id === environmentId);
    const change = findSlower(toHours(requests), names.length - operations.length);
    const before = known.find((each) => each.environmentId === environmentId);
    if (change || (before && isAsBefore(requests, before))) judged.add(environmentId);
    if (!change) continue;
    const { release: releaseId, before: beforeId } = change;
    const note = (nameId: number, { p95Ms, p95BeforeMs, calls }: Explanation) => {
      const slower = { environmentId, releaseId, beforeId, p95Ms, p95BeforeMs, calls };
      found.set(nameId, [...(found.get(nameId) ?? []), slower]);
    };
    note(id, change);
    for (const operation of operations) {
      const all = await list(operation.id);
      const calls = all.filter(({ environment_id }) => environment_id === environmentId);
      const slower = findSlower(toHours(calls), operations.length);
      const explains = slower?.release === releaseId ? slower : findMore(calls, requests, change);
      if (explains) note(operation.id, explains);
    }
  }
  const changed = names
    .filter((name) => name.id === id || name.segment_id === id)
    .map((name) => {
      // A mark goes with the last hour of its environment.
      const kept = readSlower(name).filter(
        ({ environmentId }) => compared.has(environmentId) && !judged.has(environmentId),
      );
      return { ...name, next: JSON.stringify([...kept, ...(found.get(name.id) ?? [])]) };
    })
    .filter(({ slower, next }) => slower !== next);
  if (changed.length === 0) return;
  await inTransaction(database, async (transaction) => {
    for (const { id: nameId, next: slower } of changed) {
      await transaction
        .updateTable('span_names')
        .set({ slower })
        .where('id', '=', nameId)
        .execute();
    }
  });
}

function readSlower(name: { readonly slower: string } | undefined): readonly SlowerRelease[] {
  return JSON.parse(name?.slower ?? '[]') as SlowerRelease[];
}

function toHours(rows: readonly SpanCountsTable[]): readonly HourOfRelease[] {
  return rows.map(({ starts_at: startsAt, release_id: release, durations }) => ({
    startsAt,
    release,
    durations: new DurationHistogram(durations),
  }));
}

function isAsBefore(rows: readonly SpanCountsTable[], { p95BeforeMs }: SlowerRelease): boolean {
  const last = toHours(rows.filter(({ seen }) => seen >= LEAST_CALLS)).slice(-HOURS_AFTER);
  const mostMs = p95BeforeMs * SAME_FACTOR;
  return (
    last.length === HOURS_AFTER &&
    last.every(({ durations }) => durations.findPercentileMs(0.95) <= mostMs)
  );
}

type Explanation = FoundChange & Pick<SlowerRelease, 'calls'>;

/** Finds whether a request makes more calls than with the release before, and waits longer for them. */
function findMore(
  calls: readonly SpanCountsTable[],
  requests: readonly SpanCountsTable[],
  change: FoundChange,
): Explanation | undefined {
  const measure = (release: number, hours: number) => {
    const isBusy = (row: SpanCountsTable) => row.release_id === release && row.seen >= LEAST_CALLS;
    const last = requests.filter(isBusy).slice(-hours);
    const times = new Set(last.map(({ starts_at }) => starts_at));
    const own = calls.filter((row) => row.release_id === release && times.has(row.starts_at));
    const sum = (of: readonly SpanCountsTable[], column: 'seen' | 'weighted' | 'total_us') =>
      of.reduce((all, row) => all + row[column], 0);
    const all = sum(last, 'weighted');
    return {
      seen: sum(own, 'seen'),
      calls: sum(own, 'weighted') / all,
      us: sum(own, 'total_us') / all,
    };
  };
  const after = measure(change.release, HOURS_AFTER);
  const before = measure(change.before, HOURS_BEFORE);
  const isMore = (['calls', 'us'] as const).every(
    (column) => after[column] >= before[column] * LEAST_FACTOR,
  );
  const [p95Ms, p95BeforeMs] = [after.us / 1000, before.us / 1000];
  const isDear = p95Ms - p95BeforeMs >= LEAST_PART * (change.p95Ms - change.p95BeforeMs);
  if (after.seen < LEAST_CALLS || !isMore || !isDear) return undefined;
  return { ...change, p95Ms, p95BeforeMs, calls: [before.calls, after.calls] };
}
