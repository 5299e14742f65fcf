import { sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import { HOUR_MS, toBucketStart, toIdList, toIdParameter } from '#persistence/stores';

/** Hours that a day of the overview has; the last one is not over. */
const HOURS = 24;

/** What happened in a project lately. */
export interface ProjectHealth {
  readonly projectId: number;
  /** Events of the last 24 hours, by the hour, oldest first; the last hour is not over. */
  readonly hours: readonly number[];
  /** Events of the 24 hours before. */
  readonly eventsBefore: number;
  /** Users of the events of the last 24 hours, and of the 24 hours before. */
  readonly users: CountedUsers;
  readonly usersBefore: CountedUsers;
  readonly openIssues: number;
  /** Those of them that were first seen in the last 24 hours. */
  readonly newIssues: number;
  readonly lastEventMs?: number;
}

export interface CountedUsers {
  readonly users: number;
  /** More events came than were looked at. */
  readonly isAtLeast: boolean;
}

const NONE: CountedUsers = { users: 0, isAtLeast: false };

/** Reads how projects are doing, from counts: a few statements, whatever number of projects. */
export class ProjectHealthStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * One entry for each id, in their order. `eventsForUsers`: the events of a project and day that are looked at for their users, the
   * latest first.
   */
  async list(
    projectIds: readonly number[],
    { nowMs, eventsForUsers }: { readonly nowMs: number; readonly eventsForUsers: number },
  ): Promise<ProjectHealth[]> {
    // PostgreSQL knows no empty list.
    if (projectIds.length === 0) return [];
    const endMs = toBucketStart(nowMs, HOUR_MS) + HOUR_MS;
    const [dayMs, beforeMs] = [endMs - HOURS * HOUR_MS, endMs - 2 * HOURS * HOUR_MS];
    const day = { projectIds, eventsForUsers };
    const [hours, open, fresh, users, usersBefore] = await Promise.all([
      this.#countHours(projectIds, beforeMs, endMs),
      this.#countIssues(projectIds),
      this.#countNewIssues(projectIds, dayMs),
      this.#countUsers({ ...day, fromMs: dayMs, toMs: endMs }),
      this.#countUsers({ ...day, fromMs: beforeMs, toMs: dayMs }),
    ]);
    return projectIds.map((projectId) => {
      const own = hours.filter((each) => each.projectId === projectId);
      const issues = open.get(projectId);
      const lastEventMs = issues?.lastEventMs;
      return {
        projectId,
        hours: toHours(own, dayMs),
        eventsBefore: sumOf(own.filter(({ startsAtMs }) => startsAtMs < dayMs)),
        users: users.get(projectId) ?? NONE,
        usersBefore: usersBefore.get(projectId) ?? NONE,
        openIssues: issues?.open ?? 0,
        newIssues: fresh.get(projectId) ?? 0,
        ...(lastEventMs === undefined ? {} : { lastEventMs }),
      };
    });
  }

  async #countHours(
    projectIds: readonly number[],
    fromMs: number,
    toMs: number,
  ): Promise<HourSum[]> {
    return this.#database.kysely
      .selectFrom('outcome_hours')
      .select(['project_id as projectId', 'starts_at as startsAtMs'])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('project_id', 'in', [...projectIds])
      .where('starts_at', '>=', fromMs)
      .where('starts_at', '<', toMs)
      .where('kind', '=', 'error')
      .where('outcome', 'in', ['stored', 'counted'])
      .groupBy(['project_id', 'starts_at'])
      .execute();
  }

  async #countIssues(
    projectIds: readonly number[],
  ): Promise<Map<number, { readonly open: number; readonly lastEventMs: number }>> {
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select(['project_id as projectId', sql<number>`max(last_seen_at)`.as('lastEventMs')])
      .select(
        sql<number>`cast(sum(case when status = 'unresolved' then 1 else 0 end) as bigint)`.as(
          'open',
        ),
      )
      .where('project_id', 'in', [...projectIds])
      .where('merged_into', 'is', null)
      .groupBy('project_id')
      .execute();
    return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]));
  }

  async #countNewIssues(
    projectIds: readonly number[],
    fromMs: number,
  ): Promise<Map<number, number>> {
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select(['project_id as projectId', sql<number>`cast(count(*) as bigint)`.as('issues')])
      .where('first_seen_at', '>=', fromMs)
      .where('project_id', 'in', [...projectIds])
      .where('status', '=', 'unresolved')
      .where('merged_into', 'is', null)
      .groupBy('project_id')
      .execute();
    return new Map(rows.map(({ projectId, issues }) => [projectId, issues]));
  }

  async #countUsers({
    projectIds,
    eventsForUsers,
    fromMs,
    toMs,
  }: {
    readonly projectIds: readonly number[];
    readonly eventsForUsers: number;
    readonly fromMs: number;
    readonly toMs: number;
  }): Promise<Map<number, CountedUsers>> {
    const { kysely, kind } = this.#database;
    const ids = toIdList(kind, toIdParameter(kind, projectIds));
    const of = (what: string) => sql`(select ${sql.raw(what)} from (
      select e.user_number from events e
      where e.project_id = p.id and e.received_at >= ${fromMs} and e.received_at < ${toMs}
      order by e.received_at desc limit ${eventsForUsers}
    ) as looked)`;
    const { rows } = await sql<{ id: number; users: number; looked: number }>`
      select p.id,
        cast(${of('count(distinct looked.user_number)')} as bigint) as users,
        cast(${of('count(*)')} as bigint) as looked
      from projects p where p.id in ${ids}`.execute(kysely);
    return new Map(
      rows.map(({ id, users, looked }) => [id, { users, isAtLeast: looked >= eventsForUsers }]),
    );
  }
}

interface HourSum {
  readonly projectId: number;
  readonly startsAtMs: number;
  readonly quantity: number;
}

function toHours(sums: readonly HourSum[], fromMs: number): number[] {
  const hours = Array.from({ length: HOURS }, () => 0);
  for (const { startsAtMs, quantity } of sums) {
    const hour = (startsAtMs - fromMs) / HOUR_MS;
    if (hour >= 0 && hour < HOURS) hours[hour] = quantity;
  }
  return hours;
}

function sumOf(sums: readonly HourSum[]): number {
  return sums.reduce((sum, { quantity }) => sum + quantity, 0);
}
