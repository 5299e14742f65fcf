import type { Kysely, Selectable } from 'kysely';
import { monitorLimits } from '#shared';
import type { RunStatus } from '#shared';
import type { Schema } from '../../schema.ts';
import { inChunks } from '../../statements/chunks.ts';
import { readConfig } from './monitor-row.ts';
import type { Monitor, MonitorEnvironment, MonitorRun } from './monitor.store.ts';
import type {
  MonitorEnvironmentsTable,
  MonitorRunsTable,
  MonitorsTable,
} from './monitor.tables.ts';

/** Monitors that one page lists. */
const MOST_LISTED = 1000;

/** Those of projects that are being deleted are left out. */
export function selectMonitors(db: Kysely<Schema>) {
  return db
    .selectFrom('monitors')
    .innerJoin('projects', 'projects.id', 'monitors.project_id')
    .selectAll('monitors')
    .where('projects.deleted_at', 'is', null)
    .orderBy('monitors.project_id')
    .orderBy('monitors.name')
    .orderBy('monitors.id')
    .limit(MOST_LISTED);
}

/** With their environments, and the latest runs of each. */
export async function readMonitors(
  db: Kysely<Schema>,
  rows: readonly Selectable<MonitorsTable>[],
): Promise<Monitor[]> {
  const environments = await inChunks(
    rows.map(({ id }) => id),
    (ids) =>
      db
        .selectFrom('monitor_environments')
        .selectAll()
        .where('monitor_id', 'in', ids)
        .orderBy('environment')
        .execute(),
  );
  const read = await Promise.all(
    environments.map(async (row) => ({
      monitorId: row.monitor_id,
      environment: await readEnvironment(db, row),
    })),
  );
  return rows.map((row) => {
    const config = readConfig(row.config);
    return {
      id: row.id,
      projectId: row.project_id,
      slug: row.slug,
      name: row.name,
      state: row.state,
      ...(config ? { config } : {}),
      ...(row.problem === null ? {} : { problem: row.problem }),
      isManaged: row.is_managed === 1,
      environments: read
        .filter(({ monitorId }) => monitorId === row.id)
        .map(({ environment }) => environment),
    };
  });
}

async function readEnvironment(
  db: Kysely<Schema>,
  row: Selectable<MonitorEnvironmentsTable>,
): Promise<MonitorEnvironment> {
  const [latest, issueId] = await Promise.all([
    selectLatest(db, row.id).select('status').limit(monitorLimits.runsDrawn).execute(),
    findIssueOf(db, row),
  ]);
  return {
    id: row.id,
    environment: row.environment,
    ...(row.status === null ? {} : { status: row.status }),
    isFailing: row.is_failing === 1,
    ...(row.last_run_at === null ? {} : { lastRunAtMs: row.last_run_at }),
    ...(row.expected_at === null ? {} : { expectedAtMs: row.expected_at }),
    ...(issueId === undefined ? {} : { issueId }),
    latest: latest.map(({ status }): RunStatus => status),
  };
}

/** By its own row, or by the one that its key leads to. */
async function findIssueOf(
  db: Kysely<Schema>,
  { project_id, grouping_key }: Selectable<MonitorEnvironmentsTable>,
): Promise<number | undefined> {
  if (grouping_key === null) return undefined;
  const own = db
    .selectFrom('grouping_keys')
    .select('issue_id')
    .where('project_id', '=', project_id)
    .where('key', '=', grouping_key);
  const pointed = db
    .selectFrom('key_pointers')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_pointers.grouping_key_id')
    .select('issue_id')
    .where('key_pointers.project_id', '=', project_id)
    .where('key_pointers.key', '=', grouping_key);
  const row = (await own.executeTakeFirst()) ?? (await pointed.executeTakeFirst());
  return row?.issue_id ?? undefined;
}

function selectLatest(db: Kysely<Schema>, environmentId: number) {
  return db
    .selectFrom('monitor_runs')
    .where('environment_id', '=', environmentId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc');
}

export function selectRuns(db: Kysely<Schema>) {
  return db
    .selectFrom('monitor_runs')
    .select(['id', 'check_in_id', 'status', 'started_at', 'ended_at', 'duration_ms'])
    .select(['release', 'trace_id', 'event_id']);
}

export async function listRuns(
  db: Kysely<Schema>,
  environmentId: number,
  page?: { readonly beforeId: number },
): Promise<MonitorRun[]> {
  const before = page
    ? await db
        .selectFrom('monitor_runs')
        .select(['started_at', 'id'])
        .where('id', '=', page.beforeId)
        .where('environment_id', '=', environmentId)
        .executeTakeFirst()
    : undefined;
  const rows = await selectRuns(db)
    .where('environment_id', '=', environmentId)
    .$if(before !== undefined, (query) =>
      query.where((row) =>
        row(row.refTuple('started_at', 'id'), '<', row.tuple(before!.started_at, before!.id)),
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(monitorLimits.runsListed)
    .execute();
  return rows.map(toRun);
}

type RunRow = Pick<
  Selectable<MonitorRunsTable>,
  | 'id'
  | 'check_in_id'
  | 'status'
  | 'started_at'
  | 'ended_at'
  | 'duration_ms'
  | 'release'
  | 'trace_id'
  | 'event_id'
>;

export function toRun(row: RunRow): MonitorRun {
  return {
    id: row.id,
    checkInId: row.check_in_id,
    status: row.status,
    startedAtMs: row.started_at,
    ...(row.ended_at === null ? {} : { endedAtMs: row.ended_at }),
    ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms }),
    ...(row.release === null ? {} : { release: row.release }),
    ...(row.trace_id === null ? {} : { traceId: row.trace_id }),
    ...(row.event_id === null ? {} : { eventId: row.event_id }),
  };
}
