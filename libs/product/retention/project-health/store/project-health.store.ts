import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import {
  DAY_MS,
  HOUR_MS,
  toBucketRange,
  toIdList,
  toIdParameter,
  type Capability,
  storeOf,
} from '#persistence/stores';
import { BAR_HOURS, BARS_A_DAY } from '../rules/pulse.ts';
import type { Pulse } from '../rules/pulse.ts';
import { returnedForMs } from '../rules/issue-news.ts';
import type { IssueNews, NewIssues, ReturnedIssues } from '../rules/issue-news.ts';

export interface AskedProjects {
  readonly projectIds: readonly number[];
  readonly nowMs: number;
}

/** Days before the last 24 hours that say what is usual. */
const USUAL_DAYS = 7;

/** Issues of these days that are read at most, of all projects together. */
const USUAL_ISSUES = 50_000;

const BARS = 7 * BARS_A_DAY;

/** The number of statements does not depend on the number of projects. */
class ProjectHealthStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Counts the events received in seven days by `BAR_HOURS` hours, oldest first. The last count ends
   * with the present hour. Projects without events are missing.
   */
  async countEvents(asked: AskedProjects): Promise<Map<number, number[]>> {
    const { rows } = await sql<{
      readonly id: number;
      readonly bar: number;
      readonly events: number;
    }>`${this.#selectBars(asked, BARS)} having sum(quantity) > 0`.execute(this.#database.kysely);
    const byProject = new Map<number, number[]>();
    for (const { id, bar, events } of rows) {
      const bars = byProject.get(id) ?? Array.from({ length: BARS }, () => 0);
      bars[bar] = events;
      byProject.set(id, bars);
    }
    return byProject;
  }

  /** Compares the events received in 24 hours with the week before. Leaves out silent projects. */
  async listPulses(asked: AskedProjects): Promise<Map<number, Pulse>> {
    const isBefore = sql`bar < ${sql.lit(BARS)}`;
    const { rows } = await sql<Pulse & { readonly id: number }>`
      select id, max(case when ${isBefore} then 0 else events end) as most,
        max(case when ${isBefore} then events else 0 end) as "mostBefore",
        sum(case when ${isBefore} and events > 0 then 1 else 0 end) as "filledBefore"
      from (${this.#selectBars(asked, BARS + BARS_A_DAY)}) as bars group by id`.execute(
      this.#database.kysely,
    );
    return new Map(rows.map(({ id, ...pulse }) => [id, pulse]));
  }

  #selectBars({ projectIds, nowMs }: AskedProjects, bars: number): RawBuilder<unknown> {
    const { firstStartMs } = toBucketRange(nowMs, HOUR_MS, bars * BAR_HOURS);
    // SQLite takes parameters for floating-point numbers, whose division does not round down.
    const bar = sql`(starts_at - ${sql.lit(firstStartMs)}) / ${sql.lit(BAR_HOURS * HOUR_MS)}`;
    return sql`
      select project_id as id, ${bar} as bar, cast(sum(quantity) as bigint) as events
      from outcome_hours
      where project_id in ${this.#toList(projectIds)} and starts_at >= ${firstStartMs}
        and starts_at <= ${nowMs} and outcome in ('stored', 'counted')
        and kind in ('error', 'security')
      group by project_id, bar`;
  }

  /** Returns which of the projects have, or had, an issue or a session. */
  async listReported(projectIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ id: number }>`
      select project.id from ${this.#toList(projectIds)} as project
      where exists (select 1 from issues i where i.project_id = project.id)
        or exists (select 1 from session_hours s where s.project_id = project.id)`.execute(
      this.#database.kysely,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Tells the unresolved issues that began within 24 hours, those that came back and had an event
   * within `returnedForMs`, and what the days before brought. Projects without such issues are missing.
   */
  async listNews(asked: AskedProjects): Promise<Map<number, IssueNews>> {
    const sinceMs = asked.nowMs - DAY_MS;
    const fresh = await this.#listFresh(asked);
    const ids = fresh.flatMap(({ id, what }) => (what === 'new' ? id : []));
    const usual = ids.length === 0 ? new Map() : await this.#listUsual(ids, sinceMs);
    const news = new Map<number, IssueNews>();
    for (const { id, what, latestMs, ...issues } of fresh) {
      const told = what === 'new' ? { new: issues } : { returned: { ...issues, latestMs } };
      news.set(id, { ...news.get(id), ...told, usual: usual.get(id) });
    }
    return news;
  }

  /**
   * An issue reaches its users, but not more of them than it had events in 24 hours. Ten events stand
   * for a user where SDKs name none. The search finds the same issues as `is:new` and `is:regressed`.
   */
  async #listFresh({ projectIds, nowMs }: AskedProjects) {
    const sinceMs = nowMs - DAY_MS;
    const eventsSince = sql`(
      select coalesce(sum(h.events), 0) from grouping_keys k
      join event_hours h on h.grouping_key_id = k.id and h.starts_at >= ${sinceMs}
      where k.issue_id = i.id)`;
    const { rows } = await sql<ReturnedIssues & { id: number; what: 'new' | 'regressed' }>`
      select id, what, count(*) as issues, max(since) as "latestMs", cast(max(case
        when users = 0 then events / 10 when users < events then users else events
      end) as bigint) as reach
      from (
        select i.project_id as id, i.users, i.status_kind as what, i.status_since as since,
          case i.status_kind when 'regressed' then ${eventsSince} else i.events end as events
        from issues i
        where i.project_id in ${this.#toList(projectIds)}
          and i.status = 'unresolved' and i.last_seen_at >= ${nowMs - returnedForMs}
          and i.merged_into is null and (i.status_kind = 'regressed'
            or (i.status_kind = 'new' and i.first_seen_at > ${sinceMs}))
      ) as fresh group by id, what`.execute(this.#database.kysely);
    return rows;
  }

  /** Returns the day with the most new issues, and the issue with the most users. */
  async #listUsual(
    projectIds: readonly number[],
    sinceMs: number,
  ): Promise<Map<number, NewIssues>> {
    const day = sql`(first_seen_at - ${sql.lit(sinceMs - USUAL_DAYS * DAY_MS)}) / ${sql.lit(DAY_MS)}`;
    const { rows } = await sql<NewIssues & { id: number }>`
      select id, max(issues) as issues, max(reach) as reach from (
        select id, day, count(*) as issues, max(reach) as reach from (
          select project_id as id, ${day} as day,
            case when users = 0 then events / 10 else users end as reach
          from issues
          where first_seen_at >= ${sinceMs - USUAL_DAYS * DAY_MS} and first_seen_at < ${sinceMs}
            and +project_id in ${this.#toList(projectIds)} and merged_into is null
          order by first_seen_at desc limit ${USUAL_ISSUES}
        ) as begun group by id, day
      ) as days group by id`.execute(this.#database.kysely);
    return new Map(rows.map(({ id, ...most }) => [id, most]));
  }

  #toList(projectIds: readonly number[]): RawBuilder<number> {
    const { kind } = this.#database;
    return toIdList(kind, toIdParameter(kind, projectIds));
  }
}

export const projectHealth = {
  tables: [],
  migrations: [],
  stores: { projectHealth: storeOf(ProjectHealthStore) },
} as const satisfies Capability;
