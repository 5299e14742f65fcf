import { type Kysely, sql } from 'kysely';
import { monitorLimits } from '#shared';
import type { Schema } from '#persistence/stores';

const ROWS = 500;
/**
 * Number of environments that one step examines. Counting the runs of one environment reads about
 * `monitorLimits.runsKept` rows at most.
 */
const ENVIRONMENTS = 20;

export async function removeOldRuns(
  db: Kysely<Schema>,
  nowMs: number,
  afterId: number,
): Promise<number | undefined> {
  const environments = await db
    .selectFrom('monitor_environments')
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(ENVIRONMENTS)
    .execute();
  const ids = environments.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const { runsKept, runsKeptMs } = monitorLimits;
  const oldMs = nowMs - runsKeptMs;
  const full = await db
    .selectFrom('monitor_runs')
    .select('environment_id')
    .where('environment_id', 'in', ids)
    .groupBy('environment_id')
    .having(({ eb, fn }) =>
      eb.or([eb(fn.min('started_at'), '<', oldMs), eb(fn.countAll(), '>', runsKept)]),
    )
    .orderBy('environment_id')
    .limit(1)
    .executeTakeFirst();
  if (!full) return ids.at(-1);
  const removed = await removeSome(db, full.environment_id, oldMs);
  // A full step may have left more old runs, so the next step starts at this environment again.
  return removed === ROWS ? full.environment_id - 1 : full.environment_id;
}

async function removeSome(
  db: Kysely<Schema>,
  environmentId: number,
  oldMs: number,
): Promise<number> {
  const edge = await db
    .selectFrom('monitor_runs')
    .select(['started_at', 'id'])
    .where('environment_id', '=', environmentId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(monitorLimits.runsKept)
    .limit(1)
    .executeTakeFirst();
  const { numDeletedRows } = await db
    .deleteFrom('monitor_runs')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('monitor_runs')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where((eb) =>
          eb.or([
            eb('started_at', '<', oldMs),
            ...(edge ? [sql<boolean>`(started_at, id) <= (${edge.started_at}, ${edge.id})`] : []),
          ]),
        )
        .limit(ROWS),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
