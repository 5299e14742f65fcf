import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, HOUR_MS, toBucketRange, toIdList, toIdParameter } from '#persistence/stores';

/**
 * Figures of one project. Days are periods of 24 hours; the last one ends with the current hour.
 */
export interface ProjectHealth {
  readonly days: readonly number[];
  /** Users with events on the last day; `usersBefore` counts those of the day before. */
  readonly users: number;
  readonly usersBefore: number;
  /**
   * True when some events of these two days were not read. The numbers of users are then lower
   * bounds.
   */
  readonly areUsersAtLeast: boolean;
  readonly unresolved: number;
  /** True when the count reached its limit and is therefore a lower bound. */
  readonly isUnresolvedAtLeast: boolean;
  readonly newIssues: number;
  readonly lastSeenMs?: number;
}

const DAYS = 7;

const HOURS_A_DAY = DAY_MS / HOUR_MS;

/**
 * Maximum number of events of a day that are read to count users, divided equally among the
 * projects. Reading 50,000 takes 15 ms on SQLite.
 */
const EVENTS_READ = 50_000;

/**
 * Maximum number of unresolved issues that are counted: for one project, and for all projects
 * together.
 */
const ISSUES_READ = { ofOne: 1000, ofAll: 50_000 };

const EVENT_KINDS = ['error', 'security'] as const;

interface Asked {
  readonly projectIds: readonly number[];
  readonly nowMs: number;
}

export class ProjectHealthStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the figures of these projects. The number of statements does not depend on the number
   * of projects.
   */
  async list({ projectIds, nowMs }: Asked): Promise<Map<number, ProjectHealth>> {
    if (projectIds.length === 0) return new Map();
    const asked = { projectIds: [...new Set(projectIds)], nowMs };
    const eventsRead = Math.ceil(EVENTS_READ / asked.projectIds.length);
    const shared = Math.ceil(ISSUES_READ.ofAll / asked.projectIds.length);
    const issuesRead = Math.min(ISSUES_READ.ofOne, shared);
    const [days, users, issues, begun] = await Promise.all([
      this.#listDays(asked),
      this.#countUsers(asked, eventsRead),
      this.#countIssues(asked, issuesRead),
      this.#countBegun(asked),
    ]);
    return new Map(
      asked.projectIds.map((id) => {
        const ofDays = days.get(id) ?? NO_DAYS;
        const counted = { ...users.get(id)!, ...issues.get(id)!, newIssues: begun.get(id) ?? 0 };
        const areUsersAtLeast = ofDays.slice(-2).some((events) => events > eventsRead);
        return [id, { days: ofDays, areUsersAtLeast, ...counted }];
      }),
    );
  }

  async #listDays({ projectIds, nowMs }: Asked): Promise<Map<number, readonly number[]>> {
    const { kysely } = this.#database;
    const { firstStartMs } = toBucketRange(nowMs, HOUR_MS, DAYS * HOURS_A_DAY);
    // SQLite treats parameters as floating-point numbers, so the division would not round down.
    // Literals are integers.
    const day = sql<number>`(starts_at - ${sql.lit(firstStartMs)}) / ${sql.lit(DAY_MS)}`;
    const rows = await kysely
      .selectFrom('outcome_hours')
      .select(['project_id as id', day.as('day')])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('events'))
      .where('project_id', 'in', this.#toList(projectIds))
      .where('starts_at', '>=', firstStartMs)
      .where('starts_at', '<=', nowMs)
      .where('outcome', 'in', ['stored', 'counted'])
      .where('kind', 'in', EVENT_KINDS)
      .groupBy(['project_id', day])
      .execute();
    const byProject = new Map<number, number[]>();
    for (const { id, day: index, events } of rows) {
      const days = byProject.get(id) ?? [...NO_DAYS];
      days[index] = events;
      byProject.set(id, days);
    }
    return byProject;
  }

  /** Counts users of the last two days. Reads only an index, which contains `user_number`. */
  async #countUsers({ projectIds, nowMs }: Asked, eventsRead: number) {
    const { firstStartMs: sinceMs } = toBucketRange(nowMs, HOUR_MS, HOURS_A_DAY);
    const countWhere = (isReceived: RawBuilder<unknown>) => sql<number>`(
      select count(distinct found.user_number) from (
        select e.user_number from events e where e.project_id = project.id and ${isReceived}
        order by e.received_at desc, e.id desc limit ${eventsRead}
      ) as found)`;
    const { rows } = await sql<{ id: number; users: number; usersBefore: number }>`
      select project.id,
        ${countWhere(sql`e.received_at >= ${sinceMs}`)} as users,
        ${countWhere(sql`e.received_at >= ${sinceMs - DAY_MS} and e.received_at < ${sinceMs}`)} as "usersBefore"
      from ${this.#toList(projectIds)} as project`.execute(this.#database.kysely);
    return new Map(rows.map(({ id, users, usersBefore }) => [id, { users, usersBefore }]));
  }

  /**
   * Counts unresolved issues. Issues whose mute has ended count as unresolved, although their row
   * still says muted.
   */
  async #countIssues({ projectIds, nowMs }: Asked, issuesRead: number) {
    const latest = (status: string) => sql<number | null>`(
      select max(i.last_seen_at) from issues i where i.project_id = project.id and i.status = ${status})`;
    const { rows } = await sql<{
      id: number;
      unresolved: number;
      seen: number | null;
      seen_resolved: number | null;
      seen_muted: number | null;
    }>`
      select project.id, (
        select count(*) from (
          select 1 from issues i
          where i.project_id = project.id and i.status = 'unresolved' and i.merged_into is null
          limit ${issuesRead}
        ) as found
      ) + (
        select count(*) from issues i
        where i.mute_until <= ${nowMs} and +i.project_id = project.id and i.merged_into is null
      ) as unresolved,
        ${latest('unresolved')} as seen,
        ${latest('resolved')} as seen_resolved,
        ${latest('muted')} as seen_muted
      from ${this.#toList(projectIds)} as project`.execute(this.#database.kysely);
    return new Map(
      rows.map(({ id, unresolved, seen, seen_resolved: resolved, seen_muted: muted }) => {
        const lastSeenMs = Math.max(seen ?? 0, resolved ?? 0, muted ?? 0);
        return [
          id,
          {
            unresolved: Math.min(unresolved, issuesRead),
            isUnresolvedAtLeast: unresolved >= issuesRead,
            ...(lastSeenMs === 0 ? {} : { lastSeenMs }),
          },
        ];
      }),
    );
  }

  async #countBegun({ projectIds, nowMs }: Asked): Promise<Map<number, number>> {
    const { firstStartMs } = toBucketRange(nowMs, HOUR_MS, HOURS_A_DAY);
    // SQLite would read all unresolved issues if this condition were in `where`.
    const isUnresolved = sql`status = 'unresolved' and merged_into is null`;
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select('project_id as id')
      .select(
        sql<number>`cast(sum(case when ${isUnresolved} then 1 else 0 end) as bigint)`.as('begun'),
      )
      .where('first_seen_at', '>=', firstStartMs)
      .where(sql<boolean>`+project_id in ${this.#toList(projectIds)}`)
      .groupBy('project_id')
      .execute();
    return new Map(rows.map(({ id, begun }) => [id, begun]));
  }

  #toList(projectIds: readonly number[]): RawBuilder<number> {
    const { kind } = this.#database;
    return toIdList(kind, toIdParameter(kind, projectIds));
  }
}

const NO_DAYS: readonly number[] = Array.from({ length: DAYS }, () => 0);
