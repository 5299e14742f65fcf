import { type Kysely, type Selectable, sql } from 'kysely';
import { monitorLimits } from '#shared';
import type { MonitorState, RunStatus } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { readConfig } from '../rules/monitor-config.ts';
import type { DrawnRun, Monitor, MonitorEnvironment, MonitorRun } from './monitor.types.ts';
import type { MonitorEnvironmentsTable, MonitorsTable } from './monitor.tables.ts';

const MOST_LISTED = 1000;

/** Leaves out removed monitors and monitors of projects that are being deleted. */
export function selectMonitors(db: Kysely<Schema>) {
  return db
    .selectFrom('monitors')
    .innerJoin('projects', 'projects.id', 'monitors.project_id')
    .selectAll('monitors')
    .where('projects.deleted_at', 'is', null)
    .where('monitors.state', '!=', 'removed')
    .$narrowType<{ state: MonitorState }>()
    .orderBy('monitors.project_id')
    .orderBy('monitors.name')
    .orderBy('monitors.id')
    .limit(MOST_LISTED);
}

export async function readMonitors(
  db: Kysely<Schema>,
  rows: readonly (Selectable<MonitorsTable> & { readonly state: MonitorState })[],
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
  const issueIds = await findIssues(db, environments);
  const read = environments.map((row) => ({
    monitorId: row.monitor_id,
    environment: toEnvironment(row, issueIds.get(row.grouping_key ?? '')?.get(row.project_id)),
  }));
  return rows.map((row) => {
    const config = readConfig(row.config);
    return {
      id: row.id,
      projectId: row.project_id,
      slug: row.slug,
      name: row.name,
      state: row.state,
      config,
      problem: row.problem ?? undefined,
      scheduledBy: row.scheduled_by,
      environments: read
        .filter(({ monitorId }) => monitorId === row.id)
        .map(({ environment }) => environment),
    };
  });
}

type EnvironmentRow = Selectable<MonitorEnvironmentsTable>;

function toEnvironment(row: EnvironmentRow, issueId: number | undefined): MonitorEnvironment {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status ?? undefined,
    isFailing: row.is_failing === 1,
    lastRunAtMs: row.last_run_at ?? undefined,
    expectedAtMs: row.expected_at ?? undefined,
    issueId,
  };
}

/**
 * Finds issue ids by grouping key and project. The row of a grouping key takes precedence over a
 * pointer from that grouping key to the row of another.
 */
async function findIssues(
  db: Kysely<Schema>,
  environments: readonly EnvironmentRow[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const keys = [...new Set(environments.flatMap(({ grouping_key: key }) => key ?? []))];
  const own = await inChunks(keys, (chunk) =>
    db
      .selectFrom('grouping_keys')
      .select(['project_id', 'key', 'issue_id'])
      .where('project_id', 'in', toProjects(environments))
      .where('key', 'in', chunk)
      .execute(),
  );
  const pointed = await inChunks(keys, (chunk) =>
    db
      .selectFrom('key_pointers')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'key_pointers.grouping_key_id')
      .select(['key_pointers.project_id', 'key_pointers.key', 'issue_id'])
      .where('key_pointers.project_id', 'in', toProjects(environments))
      .where('key_pointers.key', 'in', chunk)
      .execute(),
  );
  const found = new Map<string, Map<number, number>>();
  for (const { key, project_id, issue_id } of [...pointed, ...own]) {
    if (issue_id === null) continue;
    const ofKey = found.get(key) ?? new Map<number, number>();
    found.set(key, ofKey.set(project_id, issue_id));
  }
  return found;
}

function toProjects(environments: readonly EnvironmentRow[]): number[] {
  return [...new Set(environments.map(({ project_id }) => project_id))];
}

/** Reads all strips of a page with one statement, which returns one row for each environment. */
export async function listDrawn(
  db: Kysely<Schema>,
  environmentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DrawnRun[]>> {
  const rows = await inChunks(environmentIds, (ids) =>
    db
      .selectFrom('monitor_environments as of')
      .select('of.id')
      .select((environment) =>
        environment
          .selectFrom(
            environment
              .selectFrom('monitor_runs')
              .select(['status', 'started_at', 'duration_ms', 'id'])
              .whereRef('environment_id', '=', 'of.id')
              .orderBy('started_at', 'desc')
              .orderBy('id', 'desc')
              .limit(monitorLimits.runsDrawn)
              .as('latest'),
          )
          .select(
            sql<string | null>`string_agg(
              status || ' ' || started_at || ' ' || coalesce(cast(duration_ms as text), ''),
              ',' order by started_at, id)`.as('runs'),
          )
          .as('runs'),
      )
      .where('of.id', 'in', ids)
      .execute(),
  );
  return new Map(rows.map(({ id, runs }) => [id, runs?.split(',').map(toDrawn) ?? []]));
}

function toDrawn(run: string): DrawnRun {
  const [status, startedMs, durationMs] = run.split(' ');
  return {
    status: status as RunStatus,
    startedMs: Number(startedMs),
    durationMs: durationMs ? Number(durationMs) : undefined,
  };
}

export function selectRuns(db: Kysely<Schema>) {
  return db
    .selectFrom('monitor_runs')
    .select(['id', 'check_in_id as checkInId', 'status', 'release'])
    .select(['started_at as startedAtMs', 'ended_at as endedAtMs', 'duration_ms as durationMs'])
    .select(['trace_id as traceId', 'event_id as eventId']);
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
  return selectRuns(db)
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
}
