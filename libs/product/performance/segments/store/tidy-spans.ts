import { sql } from 'kysely';
import { spanLimits } from '#shared';
import { DAY_MS } from '#persistence/stores';
import { lockSpans, type SpanWriting } from './add-counts.ts';
import { KEPT_MS } from './fold-spans.ts';
import { mergeName, putName } from './merge-name.ts';
import { NO_SEGMENT, OTHERS } from './segment.tables.ts';
import { STEP_MS, STEPS } from './span-sums.ts';

/** Names are ranked by this time. */
const RANKED_MS = 7 * DAY_MS;
/** Comparing a Monday with Friday needs some hours more than three days. */
const STEPS_MORE = 4;
/** Estimated bytes of a row of counts besides its histogram, and of a name. */
const ROW_BYTES = 80;
const NAME_BYTES = 100;
/** Names that one transaction adds to others. */
const NAMES_PER_STEP = 10;

/**
 * Adds the name with least in seven days to others, and some more, while there are more than
 * `most`. Returns true when there were any.
 */
export async function dropNames(
  writing: SpanWriting,
  { project_id, segment_id }: { readonly project_id: number; readonly segment_id: number },
  nowMs: number,
): Promise<boolean> {
  const { transaction } = writing;
  const [most, rank] =
    segment_id === NO_SEGMENT
      ? [spanLimits.segmentNames, sql.ref('c.seen')]
      : [spanLimits.operationNames, sql.ref('c.total_us')];
  await lockSpans(writing);
  const { rows: least } = await sql<{ readonly id: number }>`
    select n.id, coalesce(sum(${rank}), 0) as counted from span_names n
    left join span_counts c on c.name_id = n.id and c.step = ${STEPS.day}
      and c.starts_at >= ${nowMs - RANKED_MS}
    where n.project_id = ${project_id} and n.segment_id = ${segment_id} and n.kind <> ${OTHERS}
    group by n.id order by counted desc, n.id
    limit ${NAMES_PER_STEP} offset ${most}`.execute(transaction);
  if (least.length === 0) return false;
  const others = await putName(writing, { project_id, segment_id, kind: OTHERS, name: '' });
  for (const { id } of least) await mergeName(writing, id, others);
  return true;
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
