import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { KyselyDatabase, ValueOrSlot } from '#persistence/stores';
import type { EventFacts } from '#product/recording/reports';
import { type DecodedPayload, decodePayload, CROWDED_KEY } from '#product/recording/reports';
import { inChunks, KeptQueries } from '#persistence/stores';
import type { EventsTable, NotKept } from './event.tables.ts';
import type { EventNotKept, EventInIssue } from './event.types.ts';

/** Ten payloads take at most 10 MiB. */
const PAYLOADS_AT_ONCE = 10;

/** Hundreds of issues may be merged into one. Only this many of the newest keys are read. */
const MAX_KEYS_READ = 50;

interface Position {
  readonly issueId: number;
  readonly occurredAt: number;
  readonly id: number;
}

interface Latest {
  readonly id: number;
  readonly occurred_at: number;
}

export class EventStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the issue's event with this id. Without an id, returns the event kept whole (with its
   * payload) that occurred last, or the last of all when none was kept whole. Among events that
   * occurred at the same time, the row written later counts as the latest.
   */
  async find(issueId: number, eventId?: string): Promise<EventInIssue | undefined> {
    const name = eventId === undefined ? 'latest event of issue' : 'event of issue';
    const { kysely } = this.#database;
    const [row] = await KeptQueries.of(kysely).run(
      name,
      { issueId, eventId: eventId ?? '' },
      (slot) =>
        kysely
          .selectFrom('events')
          .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
          .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
          .selectAll('events')
          .select(['encoding', 'body', 'grouping_keys.key as grouping_key'])
          .select([
            selectNeighbour(slot('issueId'), 'older').as('older_event_id'),
            selectNeighbour(slot('issueId'), 'newer').as('newer_event_id'),
          ])
          .where(
            'events.id',
            '=',
            eventId === undefined
              ? selectLatestId(slot('issueId'))
              : selectId(slot('issueId'), slot('eventId')),
          ),
    );
    if (!row) return undefined;
    const { older_event_id: olderEventId, newer_event_id: newerEventId } = row;
    const position = { issueId, occurredAt: row.occurred_at, id: row.id };
    const { encoding, body, not_kept: why, grouping_key: groupingKey } = row;
    const found =
      encoding === null || body === null
        ? { notKept: await this.#explain(position, why ?? 'storm') }
        : { payload: decodePayload({ encoding, body }) };
    return {
      event: toFacts(row),
      position: { occurredAtMs: row.occurred_at, id: row.id },
      groupingKey,
      isCrowded: groupingKey === CROWDED_KEY ? (true as const) : undefined,
      ...found,
      ...(olderEventId === null ? {} : { olderEventId }),
      ...(newerEventId === null ? {} : { newerEventId }),
    };
  }

  /**
   * Yields at most `limit` payloads of the issue's latest events. Skips events without a payload.
   * The event that occurred last comes first. A few payloads are read at a time, because they may
   * be large.
   */
  async *readLatest(issueId: number, limit: number): AsyncIterable<DecodedPayload> {
    const ids = await this.#listLatestIds(issueId, limit);
    for (let from = 0; from < ids.length; from += PAYLOADS_AT_ONCE) {
      yield* await this.#decode(ids.slice(from, from + PAYLOADS_AT_ONCE));
    }
  }

  async #listLatestIds(issueId: number, limit: number): Promise<number[]> {
    const keys = await this.#database.kysely
      .selectFrom('grouping_keys')
      .select('id')
      .where('issue_id', '=', issueId)
      .orderBy('id', 'desc')
      .limit(MAX_KEYS_READ)
      .execute();
    const latest: Latest[] = [];
    for (const key of keys) latest.push(...(await this.#listLatestOfKey(key.id, limit)));
    return toLatest(latest, limit).map(({ id }) => id);
  }

  /**
   * Returns at most `limit` payloads of the project's latest events. Skips events without a
   * payload. The event that occurred last comes first.
   */
  async listLatest(projectId: number, limit: number): Promise<DecodedPayload[]> {
    const keys = await this.#database.kysely
      .selectFrom('grouping_keys')
      .select(['id', 'last_seen_at'])
      .where('project_id', '=', projectId)
      .orderBy('last_seen_at', 'desc')
      .limit(limit)
      .execute();
    let latest: Latest[] = [];
    // Keys come in the order of their latest events. The walk ends once all events found are later
    // than any event of the next key.
    for (const key of keys) {
      if (latest.length === limit && latest.at(-1)!.occurred_at > key.last_seen_at) break;
      latest = toLatest([...latest, ...(await this.#listLatestOfKey(key.id, limit))], limit);
    }
    return this.#decode(latest.map(({ id }) => id));
  }

  #listLatestOfKey(key: number, limit: number): Promise<Latest[]> {
    return this.#database.kysely
      .selectFrom('events')
      .select(['id', 'occurred_at'])
      .where('grouping_key_id', '=', key)
      .where('not_kept', 'is', null)
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  async #decode(ids: readonly number[]): Promise<DecodedPayload[]> {
    const rows = await inChunks(ids, (chunk) =>
      this.#database.kysely
        .selectFrom('event_payloads')
        .select(['id', 'encoding', 'body'])
        .where('id', 'in', chunk)
        .execute(),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? decodePayload(row) : [];
    });
  }

  async #explain(position: Position, why: NotKept): Promise<EventNotKept> {
    const [older, newer] = await Promise.all([
      this.#findBeside(position, 'older'),
      this.#findBeside(position, 'newer'),
    ]);
    const isNewerNearer =
      older && newer
        ? newer.occurred_at - position.occurredAt < position.occurredAt - older.occurred_at
        : newer !== undefined;
    const nearest = isNewerNearer ? newer : older;
    return { why, nearestEventId: nearest?.event_id };
  }

  /** Finds the nearest event that was kept whole. */
  async #findBeside(
    { issueId, occurredAt, id }: Position,
    side: Side,
  ): Promise<{ event_id: string; occurred_at: number } | undefined> {
    const from = sql`(${occurredAt}, ${id})`;
    const query = selectBeside<{ event_id: string; occurred_at: number }>(
      sql`n.event_id, n.occurred_at`,
      { issueId, side, from, condition: sql`and e.not_kept is null` },
    );
    return (await query.execute(this.#database.kysely)).rows[0];
  }
}

type Side = 'older' | 'newer';

// An issue has few keys and any number of events. One index lookup per key finds each key's
// candidate. Sorting over all keys at once would read every event of the issue.

function selectLatestId(issueId: ValueOrSlot<number>): RawBuilder<number> {
  const latest = (condition: RawBuilder<unknown>) => sql`(
    select l.id from events l
    where l.id in (
      select (
        select e.id from events e where e.grouping_key_id = k.id ${condition}
        order by e.occurred_at desc, e.id desc limit 1
      )
      from grouping_keys k where k.issue_id = ${issueId}
    )
    order by l.occurred_at desc, l.id desc limit 1
  )`;
  return sql`coalesce(${latest(sql`and e.not_kept is null`)}, ${latest(sql``)})`;
}

function selectId(issueId: ValueOrSlot<number>, eventId: ValueOrSlot<string>): RawBuilder<number> {
  return sql`(
    select own.id from issues i
    join events own on own.project_id = i.project_id
    join grouping_keys k on k.id = own.grouping_key_id and k.issue_id = i.id
    where i.id = ${issueId} and own.event_id = ${eventId}
    limit 1
  )`;
}

function selectNeighbour(issueId: ValueOrSlot<number>, side: Side): RawBuilder<string | null> {
  const from = sql`(events.occurred_at, events.id)`;
  return sql`(${selectBeside(sql`n.event_id`, { issueId, side, from })})`;
}

function selectBeside<Row>(
  columns: RawBuilder<unknown>,
  {
    issueId,
    side,
    from,
    condition = sql``,
  }: {
    readonly issueId: ValueOrSlot<number>;
    readonly side: Side;
    readonly from: RawBuilder<unknown>;
    readonly condition?: RawBuilder<unknown>;
  },
): RawBuilder<Row> {
  const [beyond, nearest] = side === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql`
    select ${columns} from events n
    where n.id in (
      select (
        select e.id from events e
        where e.grouping_key_id = k.id and (e.occurred_at, e.id) ${beyond} ${from} ${condition}
        order by e.occurred_at ${nearest}, e.id ${nearest} limit 1
      )
      from grouping_keys k where k.issue_id = ${issueId}
    )
    order by n.occurred_at ${nearest}, n.id ${nearest} limit 1`;
}
function toLatest(events: readonly Latest[], limit: number): Latest[] {
  return events.toSorted((a, b) => b.occurred_at - a.occurred_at || b.id - a.id).slice(0, limit);
}

export function toFacts(row: Selectable<EventsTable>): EventFacts {
  return {
    eventId: row.event_id,
    projectId: row.project_id,
    occurredAtMs: row.occurred_at,
    receivedAtMs: row.received_at,
    level: row.level,
    release: row.release ?? undefined,
    environment: row.environment ?? undefined,
    traceId: row.trace_id ?? undefined,
    digest: row.digest ?? undefined,
    userName: row.user_name ?? undefined,
  };
}
