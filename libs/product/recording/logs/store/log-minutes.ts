import { type Kysely, sql, type Transaction } from 'kysely';
import { type Log, logLevels } from '#shared';
import { type DayTables, inChunks, MINUTE_MS, type Schema } from '#persistence/stores';
import { toEventLevel } from '../rules/log-facts.ts';
import { LogTally } from '../rules/log-tally.ts';
import { toLatestMs } from './log-place.ts';
import type { CountQuery, LogCounts } from './log.types.ts';

/** Logs that the blocks of a day have of a project, level and minute. */
export interface LogMinutesTable {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly project_id: number;
  /** Position in `logLevels`. */
  readonly level: number;
  readonly logs: number;
}

/** Counts the logs of a project by minute and level. */
export function countMinutes(projectId: number, logs: readonly Log[]): readonly LogMinutesTable[] {
  const counts = new Map<string, LogMinutesTable>();
  for (const { atMs, level: severity } of logs) {
    const minute = Math.floor(atMs / MINUTE_MS);
    const level = logLevels.indexOf(severity);
    const key = `${minute} ${level}`;
    const count = (counts.get(key)?.logs ?? 0) + 1;
    counts.set(key, { minute, project_id: projectId, level, logs: count });
  }
  return [...counts.values()];
}

/** Adds to the counts of a day, or takes from them where a count is negative. */
export async function addMinutes(
  transaction: Transaction<Schema>,
  counts: readonly LogMinutesTable[],
): Promise<void> {
  await inChunks(sumAlike(counts), async (chunk) => {
    await transaction
      .insertInto('log_minutes')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['minute', 'project_id', 'level']).doUpdateSet((row) => ({
          logs: row('log_minutes.logs', '+', row.ref('excluded.logs')),
        })),
      )
      .execute();
    return [];
  });
}

/** A statement may change a row once. Processes that change rows in one order cannot deadlock. */
function sumAlike(counts: readonly LogMinutesTable[]): readonly LogMinutesTable[] {
  const sums = new Map<string, LogMinutesTable>();
  for (const count of counts) {
    const key = [count.minute, count.project_id, count.level].join(' ');
    sums.set(key, { ...count, logs: count.logs + (sums.get(key)?.logs ?? 0) });
  }
  return [...sums.values()].toSorted(
    (a, b) => a.minute - b.minute || a.project_id - b.project_id || a.level - b.level,
  );
}

/** Sums the counts of all days, as `LogStore.count` says. */
export async function sumMinutes(days: DayTables, query: CountQuery): Promise<LogCounts> {
  const { projects, levels, fromMs, beforeMs } = query;
  const tally = new LogTally();
  let countedFromMs = fromMs;
  for (const day of await days.list()) {
    const latestMs = toLatestMs(day);
    if (latestMs < fromMs) break;
    const found = await days.read(day, (db) => readCounts(db, query), 'log_minutes');
    if (!found) countedFromMs = Math.max(countedFromMs, Math.min(latestMs, beforeMs));
    for (const { minute, project, level: position, logs } of found ?? []) {
      const level = toEventLevel(logLevels[position]);
      if (levels && !levels.includes(level)) continue;
      tally.count(logs, { minute, level, project: projects.get(project) });
    }
  }
  return { tally, countedFromMs };
}

/** Returns the sums of buckets, each with its first minute. */
async function readCounts(db: Kysely<Schema>, query: CountQuery) {
  const { projects, fromMs, beforeMs, stepMs } = query;
  const [from, before, step] = [fromMs, beforeMs, stepMs].map((ms) => ms / MINUTE_MS);
  // SQLite divides integers that are parameters as fractions.
  const { rows } = await sql<{ minute: number; project: number; level: number; logs: number }>`
    select min(minute) as minute, project_id as project, level, sum(logs) as logs
    from ${sql.table('log_minutes')}
    where minute >= ${from} and minute < ${before}
      and project_id in (${sql.join([...projects.keys()])})
    group by cast((minute - ${from}) / ${step} as integer), project_id, level
    having sum(logs) > 0`.execute(db);
  return rows;
}
