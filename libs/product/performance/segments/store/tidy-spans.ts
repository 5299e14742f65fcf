import { type Kysely, sql } from 'kysely';
import { spanLimits } from '#shared';
import { DAY_MS, type Schema } from '#persistence/stores';
import { addCounts, lockSpans, type SpanWriting } from './add-counts.ts';
import type { SpaceSaving } from '../rules/space-saving.ts';
import { KEPT_MS } from './fold-spans.ts';
import { putName } from './merge-name.ts';
import { NO_SEGMENT, OTHERS, type SpanNamesTable } from './segment.tables.ts';
import { toKey } from './span-places.ts';
import { STEP_MS, STEPS } from './span-sums.ts';

/** Names are ranked by this time. */
const RANKED_MS = 7 * DAY_MS;
/** Comparing a Monday with Friday needs some hours more than three days. */
const STEPS_MORE = 4;
/** Estimated bytes of a row of counts besides its histogram, and of a name. */
const ROW_BYTES = 80;
const NAME_BYTES = 100;
/** Whose names are bounded: a project's segments (`NO_SEGMENT`), or the operations of a segment. */
type Owner = Pick<SpanNamesTable, 'project_id' | 'segment_id'>;

/**
 * Lists ids of the names beyond the bound, which have least in seven days. Segments rank with their
 * part of `others`, which chooses those with more than the last one that stays.
 */
export async function listSurplus(
  db: Kysely<Schema>,
  { project_id, segment_id }: Owner,
  nowMs: number,
  others: SpaceSaving,
): Promise<readonly number[]> {
  const isSegment = segment_id === NO_SEGMENT;
  const most = isSegment ? spanLimits.segmentNames : spanLimits.operationNames;
  const { rows } = await sql<Pick<SpanNamesTable, 'kind' | 'name'> & { id: number; sum: number }>`
    select n.id, n.kind, n.name, cast(coalesce(sum(${sql.ref(isSegment ? 'c.seen' : 'c.total_us')}), 0)
      as double precision) as sum
    from span_names n left join span_counts c on c.name_id = n.id and c.step = ${STEPS.day}
      and c.starts_at >= ${nowMs - RANKED_MS}
    where n.project_id = ${project_id} and n.segment_id = ${segment_id} and n.kind <> ${OTHERS}
    group by n.id order by n.id`.execute(db);
  const ranked = rows
    .map(({ id, sum, ...name }) => ({ id, sum, key: toKey(name) }))
    .map((row) => ({ ...row, all: row.sum + (isSegment ? others.get(row.key) : 0) }))
    .toSorted((a, b) => b.all - a.all);
  const surplus = ranked.slice(most);
  if (isSegment) {
    others.choose(ranked[most - 1]?.all ?? 0);
    for (const { key, sum } of surplus) if (sum > 0) others.add(key, sum);
  }
  return surplus.map(({ id }) => id);
}

/** Adds names to others. Operations beneath them go. */
export async function dropNames(
  writing: SpanWriting,
  owner: Owner,
  ids: readonly number[],
): Promise<void> {
  const { transaction } = writing;
  await lockSpans(writing);
  const counts = transaction.selectFrom('span_counts').selectAll().where('name_id', 'in', ids);
  const rows = await counts.execute();
  // Another relay may have dropped the names along with their segment.
  if (rows.length > 0) {
    const name_id = await putName(writing, { ...owner, kind: OTHERS, name: '' });
    const moved = rows.map((row) => ({ ...row, name_id }));
    await addCounts(writing, moved);
  }
  await transaction
    .deleteFrom('span_names')
    .where('project_id', '=', owner.project_id)
    .where((name) => name.or([name('id', 'in', ids), name('segment_id', 'in', ids)]))
    .execute();
}

/**
 * Deletes old counts of a segment and its operations, releases of a day beyond the bound, and names
 * without counts. `part` is the part of the usual time for which counts are kept.
 */
export async function tidySegment(
  writing: SpanWriting,
  { id: segmentId, project_id }: { readonly id: number; readonly project_id: number },
  { nowMs, part }: { readonly nowMs: number; readonly part: number },
): Promise<void> {
  const { transaction } = writing;
  await lockSpans(writing);
  const beneath = await transaction
    .selectFrom('span_names')
    .select('id')
    .where('project_id', '=', project_id)
    .where('segment_id', '=', segmentId)
    .execute();
  const ids = [segmentId, ...beneath.map(({ id }) => id)];
  for (const step of Object.values(STEPS)) {
    await transaction
      .deleteFrom('span_counts')
      .where('name_id', 'in', ids)
      .where('step', '=', step)
      .where(
        'starts_at',
        '<',
        nowMs - Math.round(KEPT_MS[step] * part) - STEPS_MORE * STEP_MS[step],
      )
      .execute();
  }
  await sql`
    delete from span_counts where name_id = ${segmentId} and step = ${STEPS.dayOfRelease}
      and (starts_at, environment_id, release_id) in (
        select starts_at, environment_id, release_id from (
          select starts_at, environment_id, release_id, row_number() over (
            partition by starts_at, environment_id order by seen desc, release_id
          ) as place
          from span_counts where name_id = ${segmentId} and step = ${STEPS.dayOfRelease}
        ) as ranked where place > ${spanLimits.releases}
      )`.execute(transaction);
  const { rows } = await sql<{ readonly name_id: number; readonly bytes: number }>`
    select name_id, cast(sum(length(durations) + ${sql.lit(ROW_BYTES)}) as double precision) as bytes
    from span_counts where name_id in (${sql.join(ids)}) group by name_id`.execute(transaction);
  const counted = new Set(rows.map(({ name_id }) => name_id));
  const empty = ids.filter((id) => !counted.has(id) && (id !== segmentId || counted.size === 0));
  if (empty.length > 0) {
    await transaction.deleteFrom('span_names').where('id', 'in', empty).execute();
  }
  const bytes = rows.reduce((sum, row) => sum + row.bytes, counted.size * NAME_BYTES);
  await transaction.updateTable('span_names').set({ bytes }).where('id', '=', segmentId).execute();
}
