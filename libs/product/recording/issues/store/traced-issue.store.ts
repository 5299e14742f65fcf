import type { KyselyDatabase } from '#persistence/stores';

export interface TracedIssue {
  readonly id: number;
  readonly projectSlug: string;
  readonly number: number;
}

export class TracedIssueStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the issue of the newest event of each trace, by trace id. Traces without an event in
   * these projects are absent. Runs one statement. Rejects with `database.unavailable`.
   */
  async list(
    traceIds: readonly string[],
    projectIds: readonly number[],
  ): Promise<ReadonlyMap<string, TracedIssue>> {
    if (traceIds.length === 0 || projectIds.length === 0) return new Map();
    const newest = this.#database.kysely
      .selectFrom('events')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .select(({ fn }) => fn.max('events.id').as('id'))
      .where('events.trace_id', 'in', traceIds)
      .where('events.project_id', 'in', projectIds)
      .where('grouping_keys.issue_id', 'is not', null)
      .groupBy('events.trace_id');
    const rows = await this.#database.kysely
      .selectFrom('events')
      .innerJoin('projects', 'projects.id', 'events.project_id')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
      .select(['events.trace_id as traceId', 'issues.id', 'issues.number'])
      .select('projects.slug as projectSlug')
      .where('events.id', 'in', newest)
      .where('projects.deleted_at', 'is', null)
      .execute();
    return new Map(rows.map(({ traceId, ...issue }) => [traceId ?? '', issue]));
  }
}
