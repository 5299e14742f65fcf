import { type Kysely, sql } from 'kysely';
import { monitorLimits } from '#shared';
import type { Schema } from '../../schema.ts';

/** Of one environment, at once. */
const ROWS = 500;

/** Removes runs of the first environment that has some that are too old, or too many. False when there is none. */
export async function removeOldRuns(db: Kysely<Schema>, nowMs: number): Promise<boolean> {
  const { runsKept, runsKeptMs } = monitorLimits;
  const full = await db
    .selectFrom('monitor_runs')
    .select('environment_id')
    .groupBy('environment_id')
    .having(({ eb, fn }) =>
      eb.or([eb(fn.min('started_at'), '<', nowMs - runsKeptMs), eb(fn.countAll(), '>', runsKept)]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!full) return false;
  const { environment_id: id } = full;
  const edge = await db
    .selectFrom('monitor_runs')
    .select(['started_at', 'id'])
    .where('environment_id', '=', id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(runsKept)
    .limit(1)
    .executeTakeFirst();
  const { numDeletedRows } = await db
    .deleteFrom('monitor_runs')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('monitor_runs')
        .select('id')
        .where('environment_id', '=', id)
        .where((eb) =>
          eb.or([
            eb('started_at', '<', nowMs - runsKeptMs),
            ...(edge ? [sql<boolean>`(started_at, id) <= (${edge.started_at}, ${edge.id})`] : []),
          ]),
        )
        .limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
