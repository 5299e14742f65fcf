import {
  isAhead,
  type MonitorConfig,
  monitorLimits,
  operationLimits,
  type ScheduleOrigin,
} from '#shared';
import { toPortableText } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import type { CheckIn } from './check-in.ts';
import { defaultTimes, describeConfig, readConfig } from '../rules/monitor-config.ts';
import type { CheckInBatch } from './check-in-batch.ts';
import { findScheduleProblem } from '../rules/schedule.ts';

export interface FoundEnvironment {
  readonly id: number;
  readonly lastRunAtMs: number | undefined;
  readonly runtimeMinutes: number;
  readonly marginMinutes: number;
  /** True once a run of this time is added, and the row of the environment says so. */
  hasNewRun: boolean;
}

interface FoundMonitor {
  readonly id: number;
  readonly config: string | null;
}

/**
 * `monitors_full`: the project has as many monitors or environments as allowed. `new_monitors`:
 * check-ins have created as many monitors in the last hour as allowed.
 */
export type LimitReached =
  | { readonly outcome: 'filtered'; readonly reason: 'monitors_full' }
  | { readonly outcome: 'rate_limited'; readonly reason: 'new_monitors' };
const FULL: LimitReached = { outcome: 'filtered', reason: 'monitors_full' };
const TOO_MANY: LimitReached = { outcome: 'rate_limited', reason: 'new_monitors' };

/**
 * Finds or creates the monitor and the environment of a check-in, and locks the environment. A
 * schedule in the check-in replaces the stored schedule, unless people have set the stored one.
 */
export async function findEnvironment(
  noting: CheckInBatch,
  checkIn: CheckIn,
): Promise<FoundEnvironment | LimitReached> {
  const monitor = await findMonitor(noting, checkIn);
  if ('outcome' in monitor) return monitor;
  const { transaction, dialect } = noting;
  const { environment } = checkIn;
  const found = transaction
    .selectFrom('monitor_environments')
    .select(['id', 'last_run_at'])
    .where('monitor_id', '=', monitor.id)
    .where('environment', '=', environment);
  const locked = dialect.hasConcurrentWriters ? found.forUpdate() : found;
  let row = await locked.executeTakeFirst();
  if (!row) {
    const noRoom = await addEnvironment(noting, { checkIn, environment, monitorId: monitor.id });
    if (noRoom) return noRoom;
    row = await locked.executeTakeFirstOrThrow();
  }
  const { runtimeMinutes, marginMinutes } = readConfig(monitor.config) ?? defaultTimes;
  return {
    id: row.id,
    lastRunAtMs: row.last_run_at ?? undefined,
    runtimeMinutes,
    marginMinutes,
    hasNewRun: false,
  };
}

async function findMonitor(
  noting: CheckInBatch,
  checkIn: CheckIn,
): Promise<FoundMonitor | LimitReached> {
  const { transaction } = noting;
  const found = transaction
    .selectFrom('monitors')
    .select(['id', 'config', 'problem', 'scheduled_by', 'rescheduled_at'])
    .where('project_id', '=', checkIn.projectId)
    .where('slug', '=', checkIn.slug);
  const row = await found.executeTakeFirst();
  if (row)
    return (await applySchedule(noting, row, checkIn)) ? found.executeTakeFirstOrThrow() : row;
  return (await addMonitor(noting, checkIn)) ?? found.executeTakeFirstOrThrow();
}

interface ScheduledMonitor extends FoundMonitor {
  readonly problem: string | null;
  readonly scheduled_by: ScheduleOrigin;
  readonly rescheduled_at: number | null;
}

/**
 * Applies the schedule of a check-in when it differs from the stored one. Returns true when the
 * monitor's row has changed and must be read again.
 */
async function applySchedule(
  noting: CheckInBatch,
  { id, config, problem, scheduled_by, rescheduled_at }: ScheduledMonitor,
  checkIn: CheckIn,
): Promise<boolean> {
  const { transaction, nowMs } = noting;
  if (scheduled_by === 'people') return false;
  const { projectId, slug, receivedAtMs: atMs } = checkIn;
  const told = readSchedule(checkIn, config);
  const isOther = told.config !== undefined && told.config !== config;
  const sinceMs = atMs - monitorLimits.rescheduledAfterMs;
  const lastMs = rescheduled_at === null || isAhead(rescheduled_at, nowMs) ? 0 : rescheduled_at;
  const isTooSoon = isOther && lastMs > sinceMs;
  const update = transaction
    .updateTable('monitors')
    .where('id', '=', id)
    .where('scheduled_by', '!=', 'people');
  if (isOther && !isTooSoon) {
    const { numUpdatedRows } = await update
      .set({ config: told.config, problem: null, scheduled_by: 'check-ins', rescheduled_at: atMs })
      // Another relay may have changed the schedule since this transaction read it.
      .where('rescheduled_at', 'is not distinct from', rescheduled_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return true;
    await resetExpectedRuns(noting, id);
    const [from, to] = [readConfig(config), checkIn.config!];
    const change = { from: from ? describeConfig(from) : undefined, to: describeConfig(to) };
    const what = 'monitor.rescheduled';
    await writeAudit(transaction, [{ atMs, projectId, what, target: slug, ...change }]);
    return true;
  }
  const wrong = isTooSoon ? describeProblem(checkIn.config!, TOO_SOON) : (told.problem ?? null);
  const isSaid = told.config !== undefined || told.problem !== undefined;
  if (isSaid && wrong !== problem) await update.set({ problem: wrong }).execute();
  return false;
}

const TOO_SOON = 'Check-ins change a schedule once an hour at most.';

interface SentSchedule {
  readonly config?: string;
  readonly problem?: string;
}

/**
 * Reads the schedule from a check-in. An unusable schedule yields a problem to store, and the
 * previous schedule (`known`) stays valid.
 */
function readSchedule({ config, problem }: CheckIn, known: string | null): SentSchedule {
  if (problem !== undefined) return { problem: toPortableText(problem) };
  if (!config) return {};
  const written = JSON.stringify(config);
  const wrong = written === known ? undefined : findScheduleProblem(config);
  return wrong === undefined ? { config: written } : { problem: describeProblem(config, wrong) };
}

function describeProblem({ schedule, timeZone }: MonitorConfig, wrong: string): string {
  const said =
    schedule.type === 'crontab'
      ? `“${schedule.value}” in ${timeZone}`
      : `“every ${schedule.value} ${schedule.unit}”`;
  return toPortableText(`${said}: ${wrong}`);
}

/**
 * Deletes the times at which runs are expected, because the schedule has changed. `judgeNext`
 * computes them anew.
 */
export async function resetExpectedRuns(
  { transaction }: Pick<CheckInBatch, 'transaction'>,
  monitorId: number,
): Promise<void> {
  await transaction
    .updateTable('monitor_environments')
    .set({ expected_at: null, look_at: 0 })
    .where('monitor_id', '=', monitorId)
    .execute();
}

/**
 * Adds the monitor of a check-in, or returns the limit that prevents it. Relays that add monitors
 * at the same time may exceed the limits by a few.
 */
async function addMonitor(
  noting: CheckInBatch,
  checkIn: CheckIn,
): Promise<LimitReached | undefined> {
  const { transaction, nowMs } = noting;
  const { projectId, slug, receivedAtMs } = checkIn;
  const { monitors, made } = await transaction
    .selectFrom('monitors')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '!=', 'removed').as('monitors'),
      // Removed monitors count too. Their rows stay for an hour after their creation.
      fn
        .countAll<number>()
        .filterWhere('is_of_check_in', '=', 1)
        .filterWhere('created_at', '>', receivedAtMs - monitorLimits.madeWithinMs)
        .filterWhere('created_at', '<=', nowMs + operationLimits.clocksDifferMs)
        .as('made'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (monitors >= monitorLimits.monitorsPerProject) return FULL;
  if (made >= monitorLimits.monitorsMade) return TOO_MANY;
  const { config = null, problem = null } = readSchedule(checkIn, null);
  await transaction
    .insertInto('monitors')
    .values({
      project_id: projectId,
      slug,
      name: slug,
      state: 'active',
      config,
      problem,
      scheduled_by: config === null ? 'nobody' : 'check-ins',
      is_of_check_in: 1,
      created_at: receivedAtMs,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
    .execute();
  return undefined;
}

async function addEnvironment(
  { transaction, nowMs }: CheckInBatch,
  {
    checkIn: { projectId, receivedAtMs },
    environment,
    monitorId,
  }: { checkIn: CheckIn; environment: string; monitorId: number },
): Promise<LimitReached | undefined> {
  const { environments, own, made } = await transaction
    .selectFrom('monitor_environments')
    .innerJoin('monitors', 'monitors.id', 'monitor_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '!=', 'removed').as('environments'),
      fn.countAll<number>().filterWhere('monitor_id', '=', monitorId).as('own'),
      fn
        .countAll<number>()
        .filterWhere(
          'monitor_environments.created_at',
          '>',
          receivedAtMs - monitorLimits.madeWithinMs,
        )
        .filterWhere(
          'monitor_environments.created_at',
          '<=',
          nowMs + operationLimits.clocksDifferMs,
        )
        .as('made'),
    ])
    .where('monitor_environments.project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (environments >= monitorLimits.environmentsPerProject) return FULL;
  if (own > 0 && made >= monitorLimits.environmentsMade) return TOO_MANY;
  await transaction
    .insertInto('monitor_environments')
    .values({
      project_id: projectId,
      monitor_id: monitorId,
      environment,
      created_at: receivedAtMs,
    })
    .onConflict((conflict) => conflict.columns(['monitor_id', 'environment']).doNothing())
    .execute();
  return undefined;
}
