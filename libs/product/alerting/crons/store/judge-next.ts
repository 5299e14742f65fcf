import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { isAhead, type MonitorState, operationLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';
import { type EndedRun, judgeEnvironment, type OverdueRun } from '../rules/judge-environment.ts';
import type { AbsentRun, RunName, Verdict } from '../rules/judge-environment.ts';
import { readConfig } from '../rules/monitor-config.ts';
import type { JudgedTimes } from './monitor.types.ts';
import type { MonitorEnvironmentsTable } from './monitor.tables.ts';

const MOST_RUNS = 100;
const MINUTE_MS = 60_000;
/**
 * A literal instead of a parameter, because SQLite uses the partial index of unjudged runs only
 * with a literal.
 */
const UNJUDGED = sql.lit(0);

interface Judge {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
}

interface DueEnvironment extends Selectable<MonitorEnvironmentsTable> {
  readonly state: MonitorState | 'removed';
  readonly config: string | null;
}

/**
 * Decides how runs ended in the environment that is due first, while its row is locked. Returns
 * false when none is due or another relay has locked it.
 */
export async function judgeNext(judge: Judge, judging: JudgedTimes): Promise<boolean> {
  const found = await findDue(judge, judging);
  if (!found) return false;
  const due = await withoutFuture(judge, found, judging.nowMs);
  if (due.state === 'disabled' || due.state === 'removed') await skipRuns(judge, due.id);
  else await judgeDue(judge, due, judging);
  await raiseProjects(judge.transaction, [due.project_id]);
  return true;
}

async function findDue(
  { transaction, dialect }: Judge,
  judging: JudgedTimes,
): Promise<DueEnvironment | undefined> {
  const first = transaction
    .selectFrom('monitor_environments')
    .selectAll()
    .where(isEnvironmentDue(judging))
    .orderBy('look_at')
    .limit(1);
  const held = dialect.hasConcurrentWriters ? first.forUpdate().skipLocked() : first;
  const row = await held.executeTakeFirst();
  if (!row) return undefined;
  const { state, config } = await transaction
    .selectFrom('monitors')
    .select(['state', 'config'])
    .where('id', '=', row.monitor_id)
    .executeTakeFirstOrThrow();
  return { ...row, state, config };
}

/**
 * Whether a run may have ended, or the latest run is of the future, because the clock was set back
 * since.
 */
export function isEnvironmentDue({ nowMs, untilMs }: JudgedTimes): RawBuilder<boolean> {
  const latestMs = nowMs + operationLimits.clocksDifferMs;
  return sql`(look_at <= ${untilMs} or last_run_at > ${latestMs})`;
}

/**
 * Counts runs of the future as begun now, and forgets when the next run was expected, because the
 * clock was set back since.
 */
async function withoutFuture(
  { transaction }: Judge,
  due: DueEnvironment,
  nowMs: number,
): Promise<DueEnvironment> {
  if (!isAhead(due.last_run_at ?? 0, nowMs)) return due;
  await transaction
    .updateTable('monitor_runs')
    .set({ timeout_at: sql`timeout_at - started_at + ${nowMs}`, started_at: nowMs })
    .where('environment_id', '=', due.id)
    .where('status', '=', 'in_progress')
    .where('started_at', '>', nowMs)
    .execute();
  await transaction
    .updateTable('monitor_environments')
    .set({ last_run_at: nowMs, expected_at: null })
    .where('id', '=', due.id)
    .execute();
  return { ...due, last_run_at: nowMs, expected_at: null };
}

/** Marks runs of a disabled or removed monitor as judged, so that they are ignored. */
async function skipRuns({ transaction }: Judge, environmentId: number): Promise<void> {
  await transaction
    .updateTable('monitor_runs')
    .set({ is_judged: 1 })
    .where('environment_id', '=', environmentId)
    .where('is_judged', '=', UNJUDGED)
    .where('status', '!=', 'in_progress')
    .execute();
  await transaction
    .updateTable('monitor_environments')
    .set({ look_at: null, expected_at: null })
    .where('id', '=', environmentId)
    .execute();
}

async function judgeDue(judge: Judge, due: DueEnvironment, judging: JudgedTimes): Promise<void> {
  const ended = await listEnded(judge, due.id);
  const overdue = await listOverdue(judge, due.id, judging.untilMs);
  const config = readConfig(due.config);
  const verdict = judgeEnvironment(
    {
      config,
      isMuted: due.state === 'muted',
      lastRunAtMs: due.last_run_at ?? undefined,
      expectedAtMs: due.expected_at ?? undefined,
      failures: due.failures,
      recoveries: due.recoveries,
      isFailing: due.is_failing === 1,
      status: due.status ?? undefined,
    },
    { ended, overdue },
    judging,
  );
  await settleRuns(judge, ended, verdict);
  const absentIds = await addAbsent(judge, due, verdict.absent);
  await addChanges(judge, due, { verdict, absentIds });
  const isUnfinished =
    verdict.isUnfinished || ended.length === MOST_RUNS || overdue.length === MOST_RUNS;
  await judge.transaction
    .updateTable('monitor_environments')
    .set({
      status: verdict.status ?? null,
      failures: verdict.failures,
      recoveries: verdict.recoveries,
      is_failing: verdict.isFailing ? 1 : 0,
      expected_at: verdict.expectedAtMs ?? null,
      look_at: isUnfinished
        ? 0
        : await findNextLook(judge, due.id, toDue(verdict.expectedAtMs, config?.marginMinutes)),
    })
    .where('id', '=', due.id)
    .execute();
}

function toDue(expectedAtMs: number | undefined, marginMinutes = 1): number | undefined {
  return expectedAtMs === undefined
    ? undefined
    : expectedAtMs + Math.max(1, marginMinutes) * MINUTE_MS;
}

async function listEnded({ transaction }: Judge, environmentId: number): Promise<EndedRun[]> {
  const rows = await transaction
    .selectFrom('monitor_runs')
    .select(['id', 'status', 'ended_at', 'started_at'])
    .where('environment_id', '=', environmentId)
    .where('is_judged', '=', UNJUDGED)
    .where('status', '!=', 'in_progress')
    .orderBy('ended_at')
    .orderBy('id')
    .limit(MOST_RUNS)
    .execute();
  return rows.map(({ id, status, ended_at, started_at }) => ({
    id,
    status,
    endedAtMs: ended_at ?? started_at,
  }));
}

async function listOverdue(
  { transaction }: Judge,
  environmentId: number,
  untilMs: number,
): Promise<OverdueRun[]> {
  const rows = await transaction
    .selectFrom('monitor_runs')
    .select(['id', 'started_at', 'timeout_at'])
    .where('environment_id', '=', environmentId)
    .where('is_judged', '=', UNJUDGED)
    .where('status', '=', 'in_progress')
    .where('timeout_at', '<=', untilMs)
    .orderBy('timeout_at')
    .limit(MOST_RUNS)
    .execute();
  return rows.map(({ id, started_at: startedAtMs, timeout_at }) => ({
    id,
    startedAtMs,
    timeoutAtMs: timeout_at ?? startedAtMs,
  }));
}

async function settleRuns(
  { transaction }: Judge,
  ended: readonly EndedRun[],
  { overdue }: Verdict,
): Promise<void> {
  if (ended.length > 0) {
    await transaction
      .updateTable('monitor_runs')
      .set({ is_judged: 1 })
      .where(
        'id',
        'in',
        ended.map(({ id }) => id),
      )
      .execute();
  }
  for (const { id, status, timeoutAtMs } of overdue) {
    await transaction
      .updateTable('monitor_runs')
      .set({ status, ended_at: timeoutAtMs, timeout_at: null, is_judged: 1 })
      .where('id', '=', id)
      .execute();
  }
}

async function addAbsent(
  { transaction }: Judge,
  { id, project_id }: DueEnvironment,
  absent: readonly AbsentRun[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const { status, expectedAtMs, atMs } of absent) {
    const row = await transaction
      .insertInto('monitor_runs')
      .values({
        environment_id: id,
        project_id,
        // A sender's id consists of hexadecimal digits only, so it cannot equal this id.
        check_in_id: `${status}-${expectedAtMs}`,
        status,
        started_at: expectedAtMs,
        expected_at: expectedAtMs,
        ended_at: atMs,
        is_judged: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['environment_id', 'check_in_id']).doUpdateSet({ is_judged: 1 }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(row.id);
  }
  return ids;
}

async function addChanges(
  { transaction }: Judge,
  { id, project_id }: DueEnvironment,
  { verdict, absentIds }: { verdict: Verdict; absentIds: readonly number[] },
): Promise<void> {
  const toId = (run: RunName): number => ('id' in run ? run.id : absentIds[run.absent]!);
  for (const { run, atMs } of verdict.changes) {
    await transaction
      .insertInto('monitor_changes')
      .values({ environment_id: id, project_id, run_id: run ? toId(run) : null, at: atMs })
      .execute();
  }
}

async function findNextLook(
  { transaction }: Judge,
  environmentId: number,
  dueMs: number | undefined,
): Promise<number | null> {
  const { first } = await transaction
    .selectFrom('monitor_runs')
    .select(({ fn }) => fn.min('timeout_at').as('first'))
    .where('environment_id', '=', environmentId)
    .where('is_judged', '=', UNJUDGED)
    .executeTakeFirstOrThrow();
  if (first === null) return dueMs ?? null;
  return Math.min(first, dueMs ?? Infinity);
}
