import { sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';

/** A process without tracing has one trace for all its events, so they are not all read. */
const EVENTS_PER_TRACE = 20;

export interface TracedIssue {
  readonly id: number;
  /** The newest event of the trace. */
  readonly eventId: string;
  readonly projectSlug: string;
  readonly number: number;
}

export class TracedIssueStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the issue of the newest event of each trace, by trace id. Traces whose newest events are
   * none of these projects are absent. Runs one statement. Rejects with `database.unavailable`.
   */
  async list(
    traceIds: readonly string[],
    projectIds: readonly number[],
  ): Promise<ReadonlyMap<string, TracedIssue>> {
    if (traceIds.length === 0 || projectIds.length === 0) return new Map();
    const asked = sql.join(traceIds.map((traceId) => sql`(${traceId})`));
    const newest = sql<number>`(
      select (
        select max(latest.id) from (
          select id, project_id, grouping_key_id from events
          where events.trace_id = asked.column1 order by id desc limit ${EVENTS_PER_TRACE}
        ) as latest
        inner join grouping_keys on grouping_keys.id = latest.grouping_key_id
        where grouping_keys.issue_id is not null
          and latest.project_id in (${sql.join(projectIds)})
      )
      from (values ${asked}) as asked
    )`;
    const rows = await this.#database.kysely
      .selectFrom('events')
      .innerJoin('projects', 'projects.id', 'events.project_id')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
      .select(['events.trace_id as traceId', 'events.event_id as eventId'])
      .select(['issues.id', 'issues.number'])
      .select('projects.slug as projectSlug')
      .where('events.id', 'in', newest)
      .where('projects.deleted_at', 'is', null)
      .execute();
    return new Map(rows.map(({ traceId, ...issue }) => [traceId ?? '', issue]));
  }
}
