import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { type MonitorConfig, monitorLimits, type MonitorState, type ScheduleOrigin } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { toPortableText, inTransaction } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { holdProject } from '#product/projects/projects';
import { expectAnew } from './find-environment.ts';
import { describeConfig, readConfig } from '../rules/monitor-config.ts';
import { raiseProjects } from '#product/recording/changes';
import { judgeNext } from './judge-next.ts';
import { findFailure, resolveNext } from './monitor-changes.ts';
import { listRuns, readMonitors, selectMonitors } from './read-monitors.ts';
import { listRefused } from './refused-slugs.ts';
import { removeOldRuns } from './remove-old-runs.ts';
import { sweepRemoved } from './sweep-removed.ts';
import { watchRelays } from './watch-relays.ts';
import type { Judging } from '../rules/judge-environment.ts';
import type {
  Monitor,
  MonitorRun,
  Change,
  NewMonitor,
  MonitorOutcome,
  RefusedSlug,
  Watch,
  MonitorFailure,
} from './monitor.types.ts';

type HeldMonitor = NonNullable<Awaited<ReturnType<typeof holdMonitor>>>;

/**
 * Cron monitors and their runs (ADR 125). Check-ins are written by `ReportStore.record`. A relay judges them: `watch` says whether there
 * is something, `judgeNext` decides what became of runs, and `findFailure`, `settleFailure` and `resolveNext` bring it to issues.
 * Whether somebody may change a monitor is for the caller to know.
 */
export class MonitorStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Those of these projects, by project and name, failing ones first. */
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

  /** Counts the stored runs of these environments. */
  async countRuns(environmentIds: readonly number[]): Promise<number> {
    if (environmentIds.length === 0) return 0;
    const { runs } = await this.#database.kysely
      .selectFrom('monitor_runs')
      .select(sql<number>`cast(count(*) as bigint)`.as('runs'))
      .where('environment_id', 'in', environmentIds)
      .executeTakeFirstOrThrow();
    return runs;
  }

  /** Latest runs of one environment, newest first, at most `monitorLimits.runsListed`; `beforeId` continues a page. */
  listRuns(environmentId: number, page?: { beforeId: number }): Promise<MonitorRun[]> {
    return listRuns(this.#database.kysely, environmentId, page);
  }

  /** Slugs that check-ins have brought in vain in the last `monitorLimits.refusedShownMs`, the latest of each project, newest first. */
  async listRefused(projectIds: readonly number[], nowMs: number): Promise<RefusedSlug[]> {
    if (projectIds.length === 0) return [];
    const { kysely } = this.#database;
    return listRefused(kysely, projectIds, nowMs - monitorLimits.refusedShownMs);
  }

  create({ config, ...monitor }: NewMonitor): Promise<MonitorOutcome> {
    return inTransaction(this.#database, (transaction) =>
      this.#add(transaction, monitor, { config, scheduledBy: 'people' }),
    );
  }

  /** Adds the monitor of a refused slug, with the schedule that came with its check-in. */
  addRefused(
    refused: Change & { readonly projectId: number; readonly slug: string },
  ): Promise<MonitorOutcome> {
    const { projectId, slug } = refused;
    return inTransaction(this.#database, async (transaction) => {
      const latest = await listRefused(transaction, [projectId], 0);
      const config = latest.find((each) => each.slug === slug)?.config;
      const monitor = { ...refused, name: slug };
      return config
        ? this.#add(transaction, monitor, { config, scheduledBy: 'check-ins' })
        : this.#add(transaction, monitor, { scheduledBy: 'nobody' });
    });
  }

  async #add(
    transaction: Transaction<Schema>,
    { projectId, slug, name, byUserId, nowMs }: Omit<NewMonitor, 'config'>,
    {
      config,
      scheduledBy,
    }: { readonly config?: MonitorConfig; readonly scheduledBy: ScheduleOrigin },
  ): Promise<MonitorOutcome> {
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
        name: toPortableText(name),
        state: 'active',
        config: config ? toPortableText(JSON.stringify(config)) : null,
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
    const told = { what: 'monitor.added', target: slug, to };
    await writeAudit(transaction, [{ atMs: nowMs, byUserId, projectId, ...told }]);
    await raiseProjects(transaction, [projectId]);
    return { outcome: 'changed', id: row.id };
  }

  /** Its name, and when its runs are due: a schedule that people have changed, check-ins change no more. */
  change(
    id: number,
    { name, config, ...by }: Change & { readonly name: string; readonly config: MonitorConfig },
  ): Promise<MonitorOutcome> {
    return this.#withMonitor(id, async (transaction, monitor) => {
      const written = toPortableText(JSON.stringify(config));
      const isSame = written === monitor.config;
      await transaction
        .updateTable('monitors')
        .set({
          name: toPortableText(name),
          ...(isSame ? {} : { config: written, problem: null, scheduled_by: 'people' }),
        })
        .where('id', '=', id)
        .execute();
      if (!isSame) await expectAnew({ transaction }, id);
      const before = readConfig(monitor.config);
      const told = {
        ...(before ? { from: describeConfig(before) } : {}),
        to: describeConfig(config),
      };
      await noteChange(transaction, monitor, { ...by, what: 'monitor.changed', ...told });
      return { outcome: 'changed', id };
    });
  }

  setState(
    id: number,
    { state, ...by }: Change & { readonly state: MonitorState },
  ): Promise<MonitorOutcome> {
    return this.#withMonitor(id, async (transaction, monitor) => {
      if (monitor.state === state) return { outcome: 'changed', id };
      await transaction.updateTable('monitors').set({ state }).where('id', '=', id).execute();
      // What was due while it was disabled was not expected.
      if (monitor.state === 'disabled') await expectAnew({ transaction }, id);
      const told = { what: 'monitor.state', from: monitor.state, to: state };
      await noteChange(transaction, monitor, { ...by, ...told });
      return { outcome: 'changed', id };
    });
  }

  /** With its runs, which `sweepRemoved` takes away. Its issue stays. A check-in makes it anew. */
  remove(id: number, by: Change): Promise<MonitorOutcome> {
    return this.#withMonitor(id, async (transaction, monitor) => {
      // No check-in has a slug with a blank: the next one of that slug makes another monitor.
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
   * Notes that this relay takes and records check-ins. Resolves with until when runs may be judged, or undefined where
   * nothing is due: nothing is written while there is no monitor.
   */
  async watch(watch: Watch): Promise<Judging | undefined> {
    const { kysely } = this.#database;
    const some = await kysely.selectFrom('monitors').select('id').limit(1).executeTakeFirst();
    if (!some) return undefined;
    const judging = await inTransaction(this.#database, (transaction) =>
      watchRelays(transaction, watch),
    );
    const due = await kysely
      .selectFrom('monitor_environments')
      .select('id')
      .where('look_at', '<=', judging.untilMs)
      .limit(1)
      .executeTakeFirst();
    const owed =
      due ?? (await kysely.selectFrom('monitor_changes').select('id').limit(1).executeTakeFirst());
    return owed && judging;
  }

  /** Judges what is due of one environment. False when none is. */
  judgeNext(judging: Judging): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      judgeNext({ transaction, dialect }, judging),
    );
  }

  /** The oldest change, where it is a failure; it stays until it is settled. */
  findFailure(): Promise<MonitorFailure | undefined> {
    return findFailure(this.#database.kysely);
  }

  /** The event is recorded, or, without one, the failure is kept aside. */
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

  /** Resolves the issue of the oldest change, where it is a recovery. False when it is none. */
  resolveNext(): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) => resolveNext({ transaction, dialect }));
  }

  /** One step: removes some of the rows of a monitor that was removed, and is older than an hour. False when there are none. */
  sweepRemoved(nowMs: number): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      sweepRemoved(transaction, dialect, nowMs),
    );
  }

  /**
   * One step: removes runs that are too old, or more than are kept, of environments in the order of their ids, from the one after
   * `afterId` on. Resolves with the id after which to go on; undefined at the end.
   */
  removeOld(nowMs: number, afterId: number): Promise<number | undefined> {
    return inTransaction(this.#database, (transaction) =>
      removeOldRuns(transaction, nowMs, afterId),
    );
  }

  #withMonitor(
    id: number,
    work: (transaction: Transaction<Schema>, monitor: HeldMonitor) => Promise<MonitorOutcome>,
  ): Promise<MonitorOutcome> {
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
  // Written as it is, so that others wait: the same on both databases.
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
