import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { KyselyDatabase, Schema, ValueOrSlot } from '#persistence/stores';
import {
  KeptQueries,
  toIdList,
  toIdParameter,
  type Capability,
  storeOf,
  inChunks,
  compareText,
  toKeyName,
} from '#persistence/stores';
import type { EventFacts } from '#product/recording/reports';
import type { RecordingStep } from '#product/recording/steps';
import type { EventLevel } from '#shared';
import { createFinding } from './migrations/0011-create-finding.ts';
import { noteWhereNamesComeFrom } from './migrations/0065-note-where-names-come-from.ts';

interface EventNamesTable {
  readonly kind: 'digest' | 'request';
  readonly name: string;
  /** `events.id`. */
  readonly id: number;
  /** 1 when the event comes from a browser or another device of a user. */
  readonly at_user: number;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly event_names: EventNamesTable;
  }
}

type NameKind = EventNamesTable['kind'];

const noteNames: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, events, rowIds }) {
    const idOf = ({ projectId, eventId }: EventFacts): number =>
      rowIds.get(toKeyName(projectId, eventId))!;
    const rows = [...events.keys()].flatMap(({ event }) =>
      Object.entries({ digest: event.digest, request: event.requestId }).flatMap(([kind, name]) =>
        name === undefined
          ? []
          : {
              kind: kind as NameKind,
              name,
              id: idOf(event),
              at_user: event.isOfUsers ? 1 : 0,
            },
      ),
    );
    const sorted = rows.toSorted((a, b) => a.id - b.id || compareText(a.kind, b.kind));
    await inChunks(sorted, (chunk) =>
      transaction.insertInto('event_names').values(chunk).execute(),
    );
  },
};

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
    {
      scope,
      limit,
      issueId = 0,
    }: { scope: FindingScope; limit: number; issueId?: number | undefined },
  ): Promise<FoundEvent[]> {
    const { kind, kysely } = this.#database;
    const values = { ...toRange(quote), limit, ids: toIdParameter(kind, listIds(scope)), issueId };
    const of = issueId === 0 ? '' : 'of issue';
    const name = `events by ${quote.by} ${scope === 'all' ? '' : 'in projects'} ${of}`;
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
        .$if(issueId !== 0, (query) => query.where('issues.id', '=', slot('issueId')))
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

  /**
   * Returns the issues whose events have the digest, with the count and times of these events and
   * the id of the last one. Issues with an event from a server come first (`isOfUsers` is 0), then
   * those whose event was recorded first.
   */
  listClaims(digest: string, { scope, limit }: { scope: FindingScope; limit: number }) {
    const { kysely } = this.#database;
    const claims = kysely
      .selectFrom('event_names')
      .innerJoin('events', 'events.id', 'event_names.id')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .where('kind', '=', 'digest')
      .where('name', '=', digest)
      .$if(scope !== 'all', (query) => query.where('events.project_id', 'in', listIds(scope)))
      .groupBy('issue_id')
      .select(({ fn }) => [
        'issue_id',
        fn.countAll<number>().as('events'),
        fn.min('occurred_at').as('firstSeenMs'),
        fn.max('occurred_at').as('lastSeenMs'),
        fn.min('events.id').as('firstId'),
        fn.max('events.id').as('lastId'),
        fn.min('at_user').as('isOfUsers'),
      ])
      .as('claims');
    return kysely
      .selectFrom(claims)
      .innerJoin('issues', 'issues.id', 'claims.issue_id')
      .innerJoin('projects', 'projects.id', 'issues.project_id')
      .innerJoin('events', 'events.id', 'claims.lastId')
      .select(['issues.id as issueId', 'issues.number as issueNumber', 'issues.type'])
      .select(['issues.value', 'projects.slug as projectSlug', 'events.event_id as eventId'])
      .select(['claims.events', 'firstSeenMs', 'lastSeenMs', 'isOfUsers'])
      .where('projects.deleted_at', 'is', null)
      .orderBy('isOfUsers')
      .orderBy('firstId')
      .limit(limit)
      .execute();
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
  return { text, end: text + AFTER_HEX };
}

/** SQL has no empty lists, so an empty scope becomes the id 0, which no project has. */
function listIds(scope: FindingScope): readonly number[] {
  return scope === 'all' || scope.length === 0 ? [0] : scope;
}

export const finding = {
  tables: ['event_names'],
  migrations: [createFinding, noteWhereNamesComeFrom],
  stores: { finding: storeOf(FindingStore) },
  recording: [noteNames],
} as const satisfies Capability;
