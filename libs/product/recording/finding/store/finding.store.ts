import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { KyselyDatabase, Schema, ValueOrSlot } from '#persistence/stores';
import { KeptQueries, toIdList, toIdParameter, toPortableText } from '#persistence/stores';
import type { EventLevel } from '#shared';

export type FindingScope = 'all' | readonly number[];

export interface FoundEvent {
  readonly eventId: string;
  readonly projectId: number;
  readonly projectSlug: string;
  readonly issueId: number;
  readonly issueNumber: number;
  readonly type: string;
  readonly value: string;
  readonly level: EventLevel;
  readonly occurredAtMs: number;
  readonly traceId?: string;
}

export type EventQuote =
  /** All 32 lower-case hex digits of the id, or at least the first 8. */
  | { readonly by: 'id'; readonly text: string }
  /** 32 lower-case hex digits. */
  | { readonly by: 'trace'; readonly text: string }
  | { readonly by: 'digest' | 'request'; readonly text: string };

/** Sorts after every hex digit, on both databases. */
const AFTER_HEX = 'g';

export class FindingStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns at most `limit` events, most recently recorded first. Events of deleted issues are not
   * found. Costs one index lookup for each project of the scope.
   */
  async findEvents(
    quote: EventQuote,
    { scope, limit }: { scope: FindingScope; limit: number },
  ): Promise<FoundEvent[]> {
    const { kind, kysely } = this.#database;
    const values = { ...toRange(quote), limit, ids: toIdParameter(kind, listIds(scope)) };
    const name = `events by ${quote.by} ${scope === 'all' ? '' : 'in projects'}`;
    const rows = await KeptQueries.of(kysely).run(name, values, (slot) =>
      this.#selectQuoted(quote.by, { text: slot('text'), end: slot('end') })
        .innerJoin('projects', 'projects.id', 'events.project_id')
        .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
        .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
        .select([
          'events.event_id as eventId',
          'events.project_id as projectId',
          'projects.slug as projectSlug',
          'issues.id as issueId',
          'issues.number as issueNumber',
          'issues.type',
          'issues.value',
          'events.level',
          'events.occurred_at as occurredAtMs',
          'events.trace_id as traceId',
        ])
        .where('projects.deleted_at', 'is', null)
        .$if(scope !== 'all', (query) =>
          query.where('events.project_id', 'in', toIdList(kind, slot('ids'))),
        )
        .orderBy('events.id', 'desc')
        .limit(slot('limit')),
    );
    return rows.map(({ traceId, ...row }) => ({
      ...row,
      ...(traceId === null ? {} : { traceId }),
    }));
  }

  async findIssue(
    { slug, number }: { slug: string; number: number },
    scope: FindingScope,
  ): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('projects')
      .innerJoin('issues', 'issues.project_id', 'projects.id')
      .select('issues.id')
      .where('slug', '=', slug)
      .where('number', '=', number)
      .where('projects.deleted_at', 'is', null)
      .$if(scope !== 'all', (query) => query.where('projects.id', 'in', listIds(scope)))
      .executeTakeFirst();
    return row?.id;
  }

  async countByDigest(
    digest: string,
    scope: FindingScope,
  ): Promise<{ events: number; firstSeenMs: number; lastSeenMs: number } | undefined> {
    const { events, first, last } = await this.#selectQuoted(
      'digest',
      toRange({ by: 'digest', text: digest }),
    )
      .innerJoin('projects', 'projects.id', 'events.project_id')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .select(({ fn }) => [
        fn.countAll<number>().as('events'),
        fn.min('events.occurred_at').as('first'),
        fn.max('events.occurred_at').as('last'),
      ])
      .where('grouping_keys.issue_id', 'is not', null)
      .where('projects.deleted_at', 'is', null)
      .$if(scope !== 'all', (query) => query.where('events.project_id', 'in', listIds(scope)))
      .executeTakeFirstOrThrow();
    if (events === 0) return undefined;
    return { events, firstSeenMs: first, lastSeenMs: last };
  }

  #selectQuoted(
    by: EventQuote['by'],
    { text, end }: QuotedRange,
  ): SelectQueryBuilder<Schema, 'events', {}> {
    const events = this.#database.kysely.selectFrom('events');
    if (by === 'trace') return events.where('events.trace_id', '=', text);
    if (by !== 'id') {
      const named = this.#database.kysely
        .selectFrom('event_names')
        .select('event_names.id')
        .where('kind', '=', by)
        .where('name', '=', text);
      return events.where('events.id', 'in', named);
    }
    // The index of event ids begins with the project, so all projects are listed.
    return events
      .where('events.project_id', 'in', sql<number>`(select id from projects)`)
      .where('events.event_id', '>=', text)
      .where('events.event_id', '<', end);
  }
}

interface QuotedRange {
  readonly text: ValueOrSlot<string>;
  /** Ids that begin with the text are lower. */
  readonly end: ValueOrSlot<string>;
}

function toRange({ text }: EventQuote): { readonly text: string; readonly end: string } {
  return { text: toPortableText(text), end: text + AFTER_HEX };
}

/** SQL has no empty lists, so an empty scope becomes the id 0, which no project has. */
function listIds(scope: FindingScope): readonly number[] {
  return scope === 'all' || scope.length === 0 ? [0] : scope;
}
