import { spanLimits } from '#shared';
import { inChunks, toBucketStart } from '#persistence/stores';
import { UNNAMED } from '#product/recording/counts';
import { DurationHistogram } from '../rules/duration-histogram.ts';
import type { SpaceSaving } from '../rules/space-saving.ts';
import { addCounts, lockSpans, type SpanWriting } from './add-counts.ts';
import type { SpanCountsTable } from './segment.tables.ts';
import { SpanPlaces } from './span-places.ts';
import {
  type ArrivedSum,
  type SpanSum,
  SpanSums,
  STEP_MS,
  STEPS,
  toArrivals,
} from './span-sums.ts';

/** Rows of arrivals that one transaction may read, and sums of them that it adds to the counts. */
const ARRIVALS_PER_STEP = 100;
const SUMS_PER_STEP = 300;
/** More sums, and bytes of them, are left for the next transaction. */
const SUMS_READ = 2 * SUMS_PER_STEP;
const BYTES_READ = 2_000_000;

/** How long counts of each of `STEPS` are kept. */
export const KEPT_MS = [
  spanLimits.fiveMinutesKeptMs,
  spanLimits.hoursKeptMs,
  spanLimits.daysKeptMs,
  spanLimits.daysKeptMs,
] as const;

/**
 * Adds some of the spans that arrived to the counts. Those that are too many for one transaction
 * arrive again, already summed. Returns false when nothing was left.
 */
export async function foldSpans(
  writing: SpanWriting,
  nowMs: number,
  findOthers: (projectId: number) => SpaceSaving,
): Promise<boolean> {
  const { transaction, kind } = writing;
  await lockSpans(writing);
  const arrived = await transaction
    .selectFrom('span_arrivals')
    .innerJoin('projects', 'projects.id', 'span_arrivals.project_id')
    .select(['span_arrivals.id', 'project_id', 'sums'])
    .orderBy('span_arrivals.id')
    .limit(ARRIVALS_PER_STEP)
    // Keeps the projects of the rows from being deleted.
    .$if(kind === 'postgres', (query) => query.forKeyShare('projects'))
    .execute();
  if (arrived.length === 0) return false;
  const { ids, byProject } = takeSome(arrived);
  await transaction.deleteFrom('span_arrivals').where('id', 'in', ids).execute();
  let room = SUMS_PER_STEP;
  const left: { project_id: number; sums: string }[] = [];
  for (const [project_id, all] of byProject) {
    const [sums, others] = [all.sums.slice(0, room), all.sums.slice(room)];
    const places = new SpanPlaces(writing, project_id, findOthers(project_id));
    // A name may be merged into another one while segments get their places.
    for (const { segment } of sums) if (!segment.isGuess) await places.placeSegment(segment);
    const counts: SpanCountsTable[] = [];
    for (const sum of sums) {
      const nameId = await places.place(sum);
      if (nameId !== undefined) counts.push(...listCounts(nameId, sum, nowMs));
    }
    await addCounts(writing, counts);
    left.push(...toArrivals(project_id, others));
    room -= sums.length;
  }
  await inChunks(left, (chunk) => transaction.insertInto('span_arrivals').values(chunk).execute());
  return left.length > 0 || ids.length < arrived.length || ids.length === ARRIVALS_PER_STEP;
}

/** Sums up the first rows, until they are many sums. */
function takeSome(
  arrived: readonly { readonly id: number; readonly project_id: number; readonly sums: string }[],
): { readonly ids: readonly number[]; readonly byProject: ReadonlyMap<number, SpanSums> } {
  const ids: number[] = [];
  const byProject = new Map<number, SpanSums>();
  let bytes = 0;
  for (const { id, project_id, sums } of arrived) {
    const all = byProject.get(project_id) ?? new SpanSums();
    byProject.set(project_id, all);
    for (const sum of JSON.parse(sums) as ArrivedSum[]) {
      all.add({ ...sum, durations: new Map(sum.durations) });
    }
    ids.push(id);
    bytes += sums.length;
    const count = [...byProject.values()].reduce((total, each) => total + each.size, 0);
    if (count >= SUMS_READ || bytes >= BYTES_READ) break;
  }
  return { ids, byProject };
}

/** Lists the rows to which spans add: operations are counted by hour and by day of all releases. */
function listCounts(name_id: number, sum: SpanSum, nowMs: number): readonly SpanCountsTable[] {
  const { five, hour, day, dayOfRelease } = STEPS;
  const durations = DurationHistogram.of(sum.durations).toBytes();
  return (sum.operation ? [hour, day] : [five, hour, day, dayOfRelease]).flatMap((step) => {
    const starts_at = toBucketStart(sum.startsAt, STEP_MS[step]);
    if (starts_at < nowMs - KEPT_MS[step] - STEP_MS[step]) return [];
    const release_id = step === day ? UNNAMED : sum.releaseId;
    const place = { name_id, step, starts_at, environment_id: sum.environmentId, release_id };
    return { ...place, ...sum.numbers, durations };
  });
}
