import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { SampleMonitor } from './monitor.types.ts';

/** Adds an environment whose runs were judged. The relay goes on with the run that is due next. */
export async function addPast(
  transaction: Transaction<Schema>,
  monitor_id: number,
  { projectId: project_id, environment, runs, nowMs }: Omit<SampleMonitor, 'config'>,
): Promise<void> {
  const { status, startedMs } = runs.at(-1)!;
  const latest = { status, last_run_at: startedMs, look_at: 0 };
  const { id } = await transaction
    .insertInto('monitor_environments')
    .values({ monitor_id, project_id, environment, created_at: nowMs, ...latest })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = runs.map((run) => ({
    environment_id: id,
    project_id,
    check_in_id: `${run.status}-${run.startedMs}`,
    status: run.status,
    started_at: run.startedMs,
    duration_ms: run.durationMs ?? null,
    is_judged: 1,
  }));
  await transaction.insertInto('monitor_runs').values(rows).execute();
}
