import { type MonitorConfig, monitorLimits, type ScheduleOrigin } from '#shared';
import { toPortableText } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import type { CheckIn } from '#product/recording/reports';
import { defaultTimes, describeConfig, readConfig } from '../rules/monitor-config.ts';
import type { Noting } from './noting.ts';
import { findScheduleProblem } from '../rules/schedule.ts';

/** Where a run takes place. */
export interface FoundEnvironment {
  readonly id: number;
  readonly lastRunAtMs: number | undefined;
  readonly runtimeMinutes: number;
  readonly marginMinutes: number;
}

interface FoundMonitor {
  readonly id: number;
  readonly config: string | null;
}

/** The project has as many as may be, or check-ins have made as many as they may in an hour. */
export type NoRoom =
  | { readonly outcome: 'filtered'; readonly reason: 'monitors_full' }
  | { readonly outcome: 'rate_limited'; readonly reason: 'new_monitors' };
const FULL: NoRoom = { outcome: 'filtered', reason: 'monitors_full' };
const TOO_MANY: NoRoom = { outcome: 'rate_limited', reason: 'new_monitors' };

/**
 * Finds the environment that a check-in is of, or makes it, with its monitor, and holds it locked. What the check-in says of the
 * schedule holds from now on, unless people have set another.
 */
export async function findEnvironment(
  noting: Noting,
  checkIn: CheckIn,
): Promise<FoundEnvironment | NoRoom> {
  const monitor = await findMonitor(noting, checkIn);
  if ('outcome' in monitor) return monitor;
  const { transaction, dialect } = noting;
  const environment = toPortableText(checkIn.environment);
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
  };
}

async function findMonitor(noting: Noting, checkIn: CheckIn): Promise<FoundMonitor | NoRoom> {
  const { transaction } = noting;
  const found = transaction
    .selectFrom('monitors')
    .select(['id', 'config', 'problem', 'scheduled_by', 'rescheduled_at'])
    .where('project_id', '=', checkIn.projectId)
    .where('slug', '=', checkIn.slug);
  const row = await found.executeTakeFirst();
  if (row)
    return (await isRescheduled(noting, row, checkIn)) ? found.executeTakeFirstOrThrow() : row;
  return (await addMonitor(noting, checkIn)) ?? found.executeTakeFirstOrThrow();
}

interface ScheduledMonitor extends FoundMonitor {
  readonly problem: string | null;
  readonly scheduled_by: ScheduleOrigin;
  readonly rescheduled_at: number | null;
}

/** Whether the schedule that came with a check-in is another, and is that of the monitor from now on. */
async function isRescheduled(
  noting: Noting,
  { id, config, problem, scheduled_by, rescheduled_at }: ScheduledMonitor,
  checkIn: CheckIn,
): Promise<boolean> {
  const { transaction } = noting;
  if (scheduled_by === 'people') return false;
  const { projectId, slug, receivedAtMs: atMs } = checkIn;
  const told = readTold(checkIn, config);
  const isOther = told.config !== undefined && told.config !== config;
  const sinceMs = atMs - monitorLimits.rescheduledAfterMs;
  const isTooSoon = isOther && rescheduled_at !== null && rescheduled_at > sinceMs;
  const update = transaction
    .updateTable('monitors')
    .where('id', '=', id)
    .where('scheduled_by', '!=', 'people');
  if (isOther && !isTooSoon) {
    const { numUpdatedRows } = await update
      .set({ config: told.config, problem: null, scheduled_by: 'check-ins', rescheduled_at: atMs })
      // Another relay may have changed it just now.
      .where((eb) => eb.or([eb('rescheduled_at', 'is', null), eb('rescheduled_at', '<=', sinceMs)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return true;
    await expectAnew(noting, id);
    const [from, to] = [readConfig(config), checkIn.config!];
    const change = { ...(from ? { from: describeConfig(from) } : {}), to: describeConfig(to) };
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

interface ToldSchedule {
  readonly config?: string;
  readonly problem?: string;
}

/** What a check-in says of the schedule. One that cannot be used is noted, and the one before (`known`) holds. */
function readTold({ config, problem }: CheckIn, known: string | null): ToldSchedule {
  if (problem !== undefined) return { problem: toPortableText(problem) };
  if (!config) return {};
  const written = toPortableText(JSON.stringify(config));
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

/** Of another schedule the next run is due at another time. */
export async function expectAnew(
  { transaction }: Pick<Noting, 'transaction'>,
  monitorId: number,
): Promise<void> {
  await transaction
    .updateTable('monitor_environments')
    .set({ expected_at: null, look_at: 0 })
    .where('monitor_id', '=', monitorId)
    .execute();
}

/** Why there is no room for it. Relays that make some at the same time may go over the bounds by as many. */
async function addMonitor(noting: Noting, checkIn: CheckIn): Promise<NoRoom | undefined> {
  const { transaction, refused } = noting;
  const { projectId, slug, receivedAtMs } = checkIn;
  const { monitors, made } = await transaction
    .selectFrom('monitors')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '!=', 'removed').as('monitors'),
      // Those that people have removed count, too: their rows stay for that hour.
      fn
        .countAll<number>()
        .filterWhere('is_of_check_in', '=', 1)
        .filterWhere('created_at', '>', receivedAtMs - monitorLimits.madeWithinMs)
        .as('made'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (monitors >= monitorLimits.monitorsPerProject) return FULL;
  if (made >= monitorLimits.monitorsMade) {
    refused.push(checkIn);
    return TOO_MANY;
  }
  const { config = null, problem = null } = readTold(checkIn, null);
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

/** The same of an environment. */
async function addEnvironment(
  { transaction }: Noting,
  {
    checkIn: { projectId, receivedAtMs },
    environment,
    monitorId,
  }: { checkIn: CheckIn; environment: string; monitorId: number },
): Promise<NoRoom | undefined> {
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
