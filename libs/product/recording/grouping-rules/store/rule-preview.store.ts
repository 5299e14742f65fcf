import type { KyselyDatabase } from '#persistence/stores';
import { tellList } from '#product/people/audit/rules';
import { decodePayload } from '#product/recording/reports';
import { inChunks, type Capability, storeOf } from '#persistence/stores';
import type { DecodedPayload } from '#product/recording/reports';

export interface PreviewedEvent {
  readonly eventId: string;
  readonly issue: PreviewedIssue;
  readonly payload: DecodedPayload;
}

export interface PreviewedIssue {
  readonly id: number;
  /** Unique within the project: 42 in `WEB-42`. */
  readonly number: number;
}

/** Ten payloads take at most 10 MiB. */
const PAYLOADS_AT_ONCE = 10;

interface Latest {
  readonly id: number;
  readonly occurred_at: number;
}

class RulePreviewStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Yields at most `limit` events of a project that have a stored payload. The events that occurred
   * last come first. Each batch is small, because payloads may be large.
   */
  async *readLatest(projectId: number, limit: number): AsyncIterable<readonly PreviewedEvent[]> {
    const ids = await this.#listLatest(projectId, limit);
    for (let from = 0; from < ids.length; from += PAYLOADS_AT_ONCE) {
      yield await this.#read(ids.slice(from, from + PAYLOADS_AT_ONCE));
    }
  }

  /**
   * Returns the project's issues by grouping key. Grouping keys without an issue are missing from
   * the map.
   */
  async findIssues(
    projectId: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, PreviewedIssue>> {
    const rows = await inChunks(keys, (chunk) =>
      this.#database.kysely
        .selectFrom('grouping_keys')
        .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
        .select(['grouping_keys.key as name', 'issues.id', 'issues.number'])
        .where('grouping_keys.project_id', '=', projectId)
        .where('grouping_keys.key', 'in', chunk)
        .unionAll(
          this.#database.kysely
            .selectFrom('key_pointers')
            .innerJoin('grouping_keys', 'grouping_keys.id', 'key_pointers.grouping_key_id')
            .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
            .select(['key_pointers.key as name', 'issues.id', 'issues.number'])
            .where('key_pointers.project_id', '=', projectId)
            .where('key_pointers.key', 'in', chunk),
        )
        .execute(),
    );
    return new Map(rows.map(({ name, id, number }) => [name, { id, number }]));
  }

  /**
   * Begins with the grouping keys that have the latest events. Once `limit` events are found, reads
   * from each further grouping key only events at least as late as the earliest event found.
   */
  async #listLatest(projectId: number, limit: number): Promise<number[]> {
    const keys = await this.#database.kysely
      .selectFrom('grouping_keys')
      .select(['id', 'last_seen_at'])
      .where('project_id', '=', projectId)
      .where('issue_id', 'is not', null)
      .orderBy('last_seen_at', 'desc')
      .limit(limit)
      .execute();
    let latest: Latest[] = [];
    for (const key of keys) {
      const edge = latest.length < limit ? -1 : latest.at(-1)!.occurred_at;
      if (edge > key.last_seen_at) break;
      const found = await this.#listLatestOfKey(key.id, { limit, edge });
      latest = [...latest, ...found]
        .toSorted((a, b) => b.occurred_at - a.occurred_at || b.id - a.id)
        .slice(0, limit);
    }
    return latest.map(({ id }) => id);
  }

  #listLatestOfKey(
    key: number,
    { limit, edge }: { readonly limit: number; readonly edge: number },
  ): Promise<Latest[]> {
    return this.#database.kysely
      .selectFrom('events')
      .select(['id', 'occurred_at'])
      .where('grouping_key_id', '=', key)
      .where('not_kept', 'is', null)
      .where('occurred_at', '>=', edge)
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  async #read(ids: readonly number[]): Promise<PreviewedEvent[]> {
    const rows = await this.#database.kysely
      .selectFrom('events')
      .innerJoin('event_payloads', 'event_payloads.id', 'events.id')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
      .select(['events.id', 'events.event_id', 'encoding', 'body'])
      .select(['issues.id as issue_id', 'issues.number'])
      .where('events.id', 'in', ids)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      const issue = { id: row.issue_id, number: row.number };
      return { eventId: row.event_id, issue, payload: decodePayload(row) };
    });
  }
}

export const groupingRules = {
  tables: [],
  migrations: [],
  stores: { rulePreviews: storeOf(RulePreviewStore) },
  auditTexts: {
    'settings.grouping-rules.lines': tellList('grouping rules'),
  },
} as const satisfies Capability;
