import { type MonitorConfig, monitorLimits } from '#shared';
import { toPortableText } from '../../statements/portable-text.ts';
import type { CheckIn } from '../recording/report.store.ts';
import { defaultTimes } from './monitor-row.ts';
import type { Noting } from './noting.ts';
import { findScheduleProblem } from './schedule.ts';

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

/**
 * Finds the environment that a check-in is of, or makes it, with its monitor, and holds it locked. What the check-in says of the
 * schedule holds from now on. Undefined where the project has as many as may be.
 */
export async function findEnvironment(
  noting: Noting,
  checkIn: CheckIn,
): Promise<FoundEnvironment | undefined> {
  const monitor = await findMonitor(noting, checkIn);
  if (!monitor) return undefined;
  const { transaction, dialect } = noting;
  const environment = toPortableText(checkIn.environment);
  const found = transaction
    .selectFrom('monitor_environments')
    .select(['id', 'last_run_at'])
    .where('monitor_id', '=', monitor.id)
    .where('environment', '=', environment);
  const locked = dialect.hasConcurrentWriters ? found.forUpdate() : found;
  const row =
    (await locked.executeTakeFirst()) ??
    ((await addEnvironment(noting, { checkIn, environment, monitorId: monitor.id }))
      ? await locked.executeTakeFirst()
      : undefined);
  if (!row) return undefined;
  const { runtimeMinutes, marginMinutes } = readTimes(monitor.config);
  return {
    id: row.id,
    lastRunAtMs: row.last_run_at ?? undefined,
    runtimeMinutes,
    marginMinutes,
  };
}

async function findMonitor(noting: Noting, checkIn: CheckIn): Promise<FoundMonitor | undefined> {
  const { transaction } = noting;
  const found = transaction
    .selectFrom('monitors')
    .select(['id', 'config', 'problem', 'is_managed'])
    .where('project_id', '=', checkIn.projectId)
    .where('slug', '=', checkIn.slug);
  const row =
    (await found.executeTakeFirst()) ??
    ((await addMonitor(noting, checkIn)) ? await found.executeTakeFirst() : undefined);
  if (!row) return undefined;
  const told = readTold(checkIn);
  if (!told) return row;
  const { id } = row;
  const config = told.config ?? row.config;
  const problem = told.problem ?? null;
  if (config === row.config && problem === row.problem && row.is_managed === 1) return row;
  await transaction
    .updateTable('monitors')
    .set({ config, problem, is_managed: 1 })
    .where('id', '=', id)
    .execute();
  if (config !== row.config) await expectAnew(noting, id);
  return { id, config };
}

/** What a check-in says of the schedule; undefined where it says nothing. One that cannot be used is noted, and the one before holds. */
function readTold({
  config,
  problem,
}: CheckIn): { readonly config?: string; readonly problem?: string } | undefined {
  if (problem !== undefined) return { problem: toPortableText(problem) };
  if (!config) return undefined;
  const wrong = findScheduleProblem(config);
  if (wrong === undefined) return { config: toPortableText(JSON.stringify(config)) };
  return { problem: toPortableText(`${describe(config)}: ${wrong}`) };
}

function describe({ schedule, timeZone }: MonitorConfig): string {
  return schedule.type === 'crontab'
    ? `“${schedule.value}” in ${timeZone}`
    : `“every ${schedule.value} ${schedule.unit}”`;
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

/** False where the project has as many as may be. Relays that make some at the same time may go over by as many. */
async function addMonitor({ transaction }: Noting, checkIn: CheckIn): Promise<boolean> {
  const { projectId, slug, receivedAtMs } = checkIn;
  const { monitors } = await transaction
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<number | string>().as('monitors'))
    .where('project_id', '=', projectId)
    .where('state', '!=', 'removed')
    .executeTakeFirstOrThrow();
  if (Number(monitors) >= monitorLimits.monitorsPerProject) return false;
  await transaction
    .insertInto('monitors')
    .values({
      project_id: projectId,
      slug,
      name: slug,
      state: 'active',
      config: null,
      problem: null,
      is_managed: 0,
      created_at: receivedAtMs,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
    .execute();
  return true;
}

async function addEnvironment(
  { transaction }: Noting,
  {
    checkIn: { projectId },
    environment,
    monitorId,
  }: { checkIn: CheckIn; environment: string; monitorId: number },
): Promise<boolean> {
  const { environments } = await transaction
    .selectFrom('monitor_environments')
    .innerJoin('monitors', 'monitors.id', 'monitor_id')
    .select(({ fn }) => fn.countAll<number | string>().as('environments'))
    .where('monitor_environments.project_id', '=', projectId)
    .where('state', '!=', 'removed')
    .executeTakeFirstOrThrow();
  if (Number(environments) >= monitorLimits.environmentsPerProject) return false;
  await transaction
    .insertInto('monitor_environments')
    .values({ project_id: projectId, monitor_id: monitorId, environment })
    .onConflict((conflict) => conflict.columns(['monitor_id', 'environment']).doNothing())
    .execute();
  return true;
}

function readTimes(config: string | null): Pick<MonitorConfig, 'runtimeMinutes' | 'marginMinutes'> {
  return config === null ? defaultTimes : (JSON.parse(config) as MonitorConfig);
}
