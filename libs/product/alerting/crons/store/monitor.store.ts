import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { type MonitorConfig, monitorLimits, type MonitorState, type ScheduleOrigin } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, toIdList, toIdParameter } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { holdProject } from '#product/projects/projects';
import { resetExpectedRuns } from './find-environment.ts';
import { describeConfig, readConfig } from '../rules/monitor-config.ts';
import { raiseProjects } from '#product/recording/changes';
import { isEnvironmentDue, judgeNext } from './judge-next.ts';
import { addPast } from './add-past.ts';
import { findFailure, resolveNext } from './monitor-changes.ts';
import { listDrawn, listRuns, readMonitors, selectMonitors } from './read-monitors.ts';
import { removeOldRuns } from './remove-old-runs.ts';
import { sweepRemoved } from './sweep-removed.ts';
import { watchRelays } from './watch-relays.ts';
import type {
  DrawnRun,
  FailingMonitor,
  Monitor,
  MonitorRun,
  Change,
  JudgedTimes,
  NewMonitor,
  MonitorResult,
  SampleMonitor,
  Watch,
  MonitorFailure,
} from './monitor.types.ts';

type AddedMonitor = Omit<NewMonitor, 'config' | 'byUserId'> & Partial<Change>;
type HeldMonitor = NonNullable<Awaited<ReturnType<typeof holdMonitor>>>;

/**
 * Stores cron monitors and their runs. `ReportStore.record` writes check-ins, and relays call these
 * methods in turn:
 *
 * - `watch` tells whether anything is due.
 * - `judgeNext` decides how runs ended.
 * - `findFailure`, `settleFailure` and `resolveNext` carry the results to issues.
 *
 * Callers check who may change a monitor.
 */
export class MonitorStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Lists the projects' monitors: failing ones first, then by project and name. */
  async list(projectIds: readonly number[] | 'all'): Promise<Monitor[]> {
    if (projectIds.length === 0) return [];
    const { kysely } = this.#database;
    const rows = await selectMonitors(kysely)
      .$if(projectIds !== 'all', (query) =>
        query.where('monitors.project_id', 'in', projectIds as readonly number[]),
      )
      .execute();
    const monitors = await readMonitors(kysely, rows);
    return monitors.toSorted((one, other) => Number(isFailing(other)) - Number(isFailing(one)));
  }

  async find(id: number): Promise<Monitor | undefined> {
    const { kysely } = this.#database;
    const rows = await selectMonitors(kysely).where('monitors.id', '=', id).execute();
    return (await readMonitors(kysely, rows))[0];
  }

  async countRuns(environmentIds: readonly number[]): Promise<number> {
    if (environmentIds.length === 0) return 0;
    const { runs } = await this.#database.kysely
      .selectFrom('monitor_runs')
      .select(sql<number>`cast(count(*) as bigint)`.as('runs'))
      .where('environment_id', 'in', environmentIds)
      .executeTakeFirstOrThrow();
    return runs;
  }

  /**
   * Lists runs of one environment, newest first, at most `monitorLimits.runsListed`. `beforeId`
   * asks for older runs.
   */
  listRuns(environmentId: number, page?: { beforeId: number }): Promise<MonitorRun[]> {
    return listRuns(this.#database.kysely, environmentId, page);
  }

  /** Lists the latest `monitorLimits.runsDrawn` runs of each environment, oldest first. */
  listDrawn(environmentIds: readonly number[]): Promise<ReadonlyMap<number, readonly DrawnRun[]>> {
    return listDrawn(this.#database.kysely, environmentIds);
  }

  /** Lists failing monitors that nobody muted, by name. One that fails in two environments is once. */
  async listFailing(projectIds: readonly number[]): Promise<FailingMonitor[]> {
    if (projectIds.length === 0) return [];
    const { kind, kysely } = this.#database;
    const rows = await kysely
      .selectFrom('monitors as m')
      .innerJoin('monitor_environments as e', 'e.monitor_id', 'm.id')
      .select(['m.id', 'm.project_id as projectId', 'm.name'])
      .select(sql<number>`max(case when e.status = 'missed' then 1 else 0 end)`.as('missed'))
      .where('e.is_failing', '=', 1)
      .where('m.state', '=', 'active')
      .where('m.project_id', 'in', toIdList(kind, toIdParameter(kind, projectIds)))
      .groupBy(['m.id', 'm.project_id', 'm.name'])
      .orderBy('m.name')
      .orderBy('m.id')
      .execute();
    return rows.map(({ missed, ...monitor }) => ({ ...monitor, isMissed: missed === 1 }));
  }

  create({ config, ...monitor }: NewMonitor): Promise<MonitorResult> {
    return inTransaction(this.#database, (transaction) =>
      this.#add(transaction, monitor, { config, scheduledBy: 'people' }),
    );
  }

  /** Adds a monitor with a past. Does nothing when the project has a monitor of this slug. */
  addSample({ config, ...sample }: SampleMonitor): Promise<void> {
    return inTransaction(this.#database, async (transaction) => {
      const monitor = { ...sample, name: sample.slug };
      const added = await this.#add(transaction, monitor, { config, scheduledBy: 'check-ins' });
      if (added.outcome === 'changed') await addPast(transaction, added.id, sample);
    });
  }

  async #add(
    transaction: Transaction<Schema>,
    { projectId, slug, name, byUserId, nowMs }: AddedMonitor,
    {
      config,
      scheduledBy,
    }: { readonly config?: MonitorConfig; readonly scheduledBy: ScheduleOrigin },
  ): Promise<MonitorResult> {
    if (!(await holdProject(transaction, this.#database.dialect, projectId))) {
      return { outcome: 'notFound' };
    }
    const slugs = await transaction
      .selectFrom('monitors')
      .select('slug')
      .where('project_id', '=', projectId)
      .where('state', '!=', 'removed')
      .execute();
    if (slugs.some((row) => row.slug === slug)) return { outcome: 'taken' };
    if (slugs.length >= monitorLimits.monitorsPerProject) return { outcome: 'full' };
    const row = await transaction
      .insertInto('monitors')
      .values({
        project_id: projectId,
        slug,
        name,
        state: 'active',
        config: config ? JSON.stringify(config) : null,
        problem: null,
        scheduled_by: scheduledBy,
        is_of_check_in: 0,
        created_at: nowMs,
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return { outcome: 'taken' };
    const to = config ? describeConfig(config) : 'no schedule yet';
    const by = byUserId === undefined ? {} : { byUserId };
    const told = { what: 'monitor.added', target: slug, to };
    await writeAudit(transaction, [{ atMs: nowMs, ...by, projectId, ...told }]);
    await raiseProjects(transaction, [projectId]);
    return { outcome: 'changed', id: row.id };
  }

  /**
   * Changes name and schedule. Check-ins no longer replace the schedule, even when people saved it
   * as it was.
   */
  change(
    id: number,
    { name, config, ...by }: Change & { readonly name: string; readonly config: MonitorConfig },
  ): Promise<MonitorResult> {
    return this.#withMonitor(id, async (transaction, monitor) => {
      const written = JSON.stringify(config);
      const isSame = written === monitor.config;
      await transaction
        .updateTable('monitors')
        .set({
          name,
          config: written,
          problem: null,
          scheduled_by: 'people',
        })
        .where('id', '=', id)
        .execute();
      if (!isSame) await resetExpectedRuns({ transaction }, id);
      const before = readConfig(monitor.config);
      const told = {
        from: before ? describeConfig(before) : undefined,
        to: describeConfig(config),
      };
      await noteChange(transaction, monitor, { ...by, what: 'monitor.changed', ...told });
      return { outcome: 'changed', id };
    });
  }

  setState(
    id: number,
    { state, ...by }: Change & { readonly state: MonitorState },
  ): Promise<MonitorResult> {
    return this.#withMonitor(id, async (transaction, monitor) => {
      if (monitor.state === state) return { outcome: 'changed', id };
      await transaction.updateTable('monitors').set({ state }).where('id', '=', id).execute();
      // Runs that were due while the monitor was disabled must not count as missed.
      if (monitor.state === 'disabled') await resetExpectedRuns({ transaction }, id);
      const told = { what: 'monitor.state', from: monitor.state, to: state };
      await noteChange(transaction, monitor, { ...by, ...told });
      return { outcome: 'changed', id };
    });
  }

  /**
   * Hides the monitor at once; `sweepRemoved` deletes its runs later. Its issue stays. A later
   * check-in with the same slug creates a new monitor.
   */
  remove(id: number, by: Change): Promise<MonitorResult> {
    return this.#withMonitor(id, async (transaction, monitor) => {
      // Frees the slug for a new monitor. No check-in can have a slug with a space, so the slug
      // that replaces it is never taken.
      await transaction
        .updateTable('monitors')
        .set({ state: 'removed', slug: `removed ${id}` })
        .where('id', '=', id)
        .execute();
      await transaction
        .deleteFrom('monitor_changes')
        .where('environment_id', 'in', (environments) =>
          environments.selectFrom('monitor_environments').select('id').where('monitor_id', '=', id),
        )
        .execute();
      await noteChange(transaction, monitor, {
        ...by,
        what: 'monitor.removed',
        from: monitor.slug,
      });
      return { outcome: 'changed', id };
    });
  }

  /**
   * Records that this relay is present. Returns until when runs may be judged, or undefined when
   * nothing is due. Writes nothing while no monitor exists.
   */
  async watch(watch: Watch): Promise<JudgedTimes | undefined> {
    const { kysely } = this.#database;
    const some = await kysely.selectFrom('monitors').select('id').limit(1).executeTakeFirst();
    if (!some) return undefined;
    const judging = await inTransaction(this.#database, (transaction) =>
      watchRelays(transaction, watch),
    );
    const due = await kysely
      .selectFrom('monitor_environments')
      .select('id')
      .where(isEnvironmentDue(judging))
      .limit(1)
      .executeTakeFirst();
    const owed =
      due ?? (await kysely.selectFrom('monitor_changes').select('id').limit(1).executeTakeFirst());
    return owed && judging;
  }

  judgeNext(judging: JudgedTimes): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      judgeNext({ transaction, dialect }, judging),
    );
  }

  /** Returns the oldest change when it is a failure. The change stays until `settleFailure`. */
  findFailure(): Promise<MonitorFailure | undefined> {
    return findFailure(this.#database.kysely);
  }

  /**
   * Removes a change that was handled. `event` is the event with which a failure was recorded.
   * Without `event`, the caller has stored the failure as a failed report.
   */
  settleFailure(
    changeId: number,
    event?: { readonly eventId: string; readonly groupingKey: string },
  ): Promise<void> {
    return inTransaction(this.#database, async (transaction) => {
      const change = await transaction
        .deleteFrom('monitor_changes')
        .where('id', '=', changeId)
        .returning(['environment_id', 'run_id'])
        .executeTakeFirst();
      if (!change || !event) return;
      const { eventId, groupingKey } = event;
      await transaction
        .updateTable('monitor_environments')
        .set({ grouping_key: groupingKey })
        .where('id', '=', change.environment_id)
        .execute();
      await transaction
        .updateTable('monitor_runs')
        .set({ event_id: eventId })
        .where('id', '=', change.run_id)
        .execute();
    });
  }

  /** Resolves the issue of the oldest change when it is a recovery. Returns false otherwise. */
  resolveNext(): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) => resolveNext({ transaction, dialect }));
  }

  /**
   * Deletes some rows of a removed monitor in one short step. Waits until the monitor is an hour
   * old, because it counts towards the hourly limit of new monitors. Returns false when no removed
   * monitor is left.
   */
  sweepRemoved(nowMs: number): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      sweepRemoved(transaction, dialect, nowMs),
    );
  }

  /**
   * Deletes some runs that are too old or too many, in one short step over environments with an id
   * above `afterId`. Returns the next `afterId`, or undefined at the end.
   */
  removeOld(nowMs: number, afterId: number): Promise<number | undefined> {
    return inTransaction(this.#database, (transaction) =>
      removeOldRuns(transaction, nowMs, afterId),
    );
  }

  #withMonitor(
    id: number,
    work: (transaction: Transaction<Schema>, monitor: HeldMonitor) => Promise<MonitorResult>,
  ): Promise<MonitorResult> {
    return inTransaction(this.#database, async (transaction) => {
      const monitor = await holdMonitor(transaction, id);
      if (!monitor) return { outcome: 'notFound' };
      const outcome = await work(transaction, monitor);
      await raiseProjects(transaction, [monitor.project_id]);
      return outcome;
    });
  }
}

function holdMonitor(transaction: Transaction<Schema>, id: number) {
  // An update that changes nothing locks the row, on SQLite and on PostgreSQL.
  return transaction
    .updateTable('monitors')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .where('state', '!=', 'removed')
    .returning(['project_id', 'slug', 'state', 'config'])
    .executeTakeFirst();
}

function noteChange(
  transaction: Transaction<Schema>,
  { project_id: projectId, slug }: HeldMonitor,
  {
    byUserId,
    nowMs,
    ...told
  }: Change & { readonly what: string; readonly from?: unknown; readonly to?: unknown },
): Promise<void> {
  return writeAudit(transaction, [{ atMs: nowMs, byUserId, projectId, target: slug, ...told }]);
}

function isFailing({ environments }: Monitor): boolean {
  return environments.some((each) => each.isFailing);
}
