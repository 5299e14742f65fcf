import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { KyselyDatabase, ValueOrSlot } from '#persistence/stores';
import { decodePayload } from '#product/recording/reports';
import { KeptQueries, toIdList, toIdParameter } from '#persistence/stores';
import type { EventsTable } from './event.tables.ts';
import { toFacts } from './event.store.ts';
import type {
  EventPosition,
  EventsAround,
  ListedEvent,
  EventColumns,
  WantedEvents,
} from './event-list.types.ts';

type Row = Selectable<EventsTable> & {
  readonly encoding?: string | null;
  readonly body?: Buffer | null;
};

interface Walk {
  readonly rest: RawBuilder<unknown>;
  readonly isRising: boolean;
  readonly limit: ValueOrSlot<number>;
  readonly isCounted?: boolean;
}

/**
 * Lists the events of an issue in order, a part at a time. Each call reads at most `limit` rows for
 * each key.
 */
export class EventListStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Returns events newest first, beginning with the newest of all when no edge is given. */
  async list(issueId: number, wanted: WantedEvents): Promise<ListedEvent[]> {
    const { rows } = await sql<{ id: number }>`
      select id from ${this.#walkPage(issueId, wanted)}`.execute(this.#database.kysely);
    return toSorted(await this.#readRows(rows.map(({ id }) => id)));
  }

  /** Returns the columns of the events that `list` returns, without payloads. */
  async listColumns(issueId: number, wanted: WantedEvents): Promise<EventColumns[]> {
    const { kind, kysely } = this.#database;
    const ids = sql`(select id from ${this.#walkPage(issueId, wanted)})`;
    // PostgreSQL would turn `in` into a join that reads a whole table. Ids in an array are looked
    // up.
    const isWanted = kind === 'sqlite' ? sql`e.id in ${ids}` : sql`e.id = any(array${ids})`;
    const { rows } = await sql<EventColumns>`
      select e.id, e.occurred_at as "occurredAtMs", e.event_id as "eventId", e.level, e.release,
        e.environment, e.not_kept as "notKept"
      from events e where ${isWanted}`.execute(kysely);
    return rows.toSorted(compare);
  }

  /** Returns those events that are still in the issue, with their payloads, newest first. */
  async get(issueId: number, ids: readonly number[]): Promise<ListedEvent[]> {
    const rows = await this.#readRows(ids);
    if (rows.length === 0) return [];
    const keys = await this.#database.kysely
      .selectFrom('grouping_keys')
      .select('id')
      .where('issue_id', '=', issueId)
      .where('id', 'in', [...new Set(rows.map((row) => row.grouping_key_id))])
      .execute();
    const theirs = new Set(keys.map(({ id }) => id));
    return toSorted(rows.filter((row) => theirs.has(row.grouping_key_id)));
  }

  /**
   * Counts events of the issue, up to `limit`. `after` leaves out older events, `before` leaves out
   * newer events.
   */
  async count(
    issueId: number,
    { after, before, limit }: Pick<WantedEvents, 'limit' | 'before' | 'after'>,
  ): Promise<number> {
    const rest = sql`${isBeyond(after, true)} ${isBeyond(before, false)}`;
    const walked = this.#walk(issueId, { rest, isRising: true, limit, isCounted: true });
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${walked}`.execute(
      this.#database.kysely,
    );
    return rows[0]!.n;
  }

  /**
   * Counts all events of the issue and those newer than the position, each up to `limit`. Returns
   * the ids of the oldest and the newest event as well.
   */
  async locate(
    issueId: number,
    { occurredAtMs, id }: EventPosition,
    limit: number,
  ): Promise<EventsAround> {
    const { kysely } = this.#database;
    const values = { issueId, occurredAtMs, id, limit };
    const [row] = await KeptQueries.of(kysely).run('events around one', values, (slot) => {
      const walk = (how: Partial<Walk>) =>
        this.#walk(slot('issueId'), { rest: sql``, isRising: true, limit: sql.lit(1), ...how });
      const count = (rest: RawBuilder<unknown>) =>
        sql`(select count(*) from ${walk({ rest, limit: slot('limit'), isCounted: true })})`;
      const end = (isRising: boolean) =>
        sql`(select event_id from events where id = (select id from ${walk({ isRising })}))`;
      const newer = sql`and (e.occurred_at, e.id) > (${slot('occurredAtMs')}, ${slot('id')})`;
      return sql<EventsAround>`select ${count(sql``)} as total, ${count(newer)} as newer,
        ${end(true)} as "oldestId", ${end(false)} as "newestId"`;
    });
    return row!;
  }

  async listFirstSeen(issueId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .innerJoin('releases', 'releases.project_id', 'issues.project_id')
      .select(['release', 'releases.first_seen_at as atMs'])
      .where('issues.id', '=', issueId)
      .execute();
    return new Map(rows.map(({ release, atMs }) => [release, atMs]));
  }

  #walkPage(
    issueId: number,
    { limit, before, after, isWhole = false }: WantedEvents,
  ): RawBuilder<unknown> {
    const edge = after ?? before;
    const rest = sql`${isBeyond(edge, after !== undefined)} ${isWhole ? sql`and e.not_kept is null` : sql``}`;
    return this.#walk(issueId, { rest, isRising: after !== undefined, limit });
  }

  /**
   * Walks along the index of each key, in one direction. PostgreSQL needs a limit in each walk.
   * SQLite stops a walk once no further event of the key can be among the first. `cross join` makes
   * SQLite begin with the keys. The outer order is left out for counting.
   */
  #walk(
    issueId: ValueOrSlot<number>,
    { rest, isRising, limit, isCounted = false }: Walk,
  ): RawBuilder<unknown> {
    const side = sql.raw(isRising ? 'asc' : 'desc');
    const order = sql`order by e.occurred_at ${side}, e.id ${side}`;
    const outer = isCounted ? sql`` : order;
    const wanted = sql`e.grouping_key_id = k.id ${rest}`;
    if (this.#database.kind === 'sqlite') {
      return sql`(
        select e.id from grouping_keys k cross join events e
        where k.issue_id = ${issueId} and ${wanted} ${outer} limit ${limit}
      ) as walked`;
    }
    return sql`(
      select e.id from grouping_keys k
      cross join lateral (
        select e.id, e.occurred_at from events e where ${wanted} ${order} limit ${limit}
      ) as e
      where k.issue_id = ${issueId} ${outer} limit ${limit}
    ) as walked`;
  }

  #isOneOf(ids: readonly number[]): RawBuilder<boolean> {
    const { kind } = this.#database;
    return kind === 'sqlite'
      ? sql<boolean>`events.id in ${toIdList(kind, toIdParameter(kind, ids))}`
      : sql<boolean>`events.id = any(${ids}::bigint[])`;
  }

  /**
   * Reads by id alone. PostgreSQL would rather walk along all events of a key if the query had a
   * further table.
   */
  async #readRows(ids: readonly number[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    return this.#database.kysely
      .selectFrom('events')
      .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
      .selectAll('events')
      .select(['encoding', 'body'])
      .where(this.#isOneOf(ids))
      .execute();
  }
}

function isBeyond(edge: EventPosition | undefined, isNewer: boolean): RawBuilder<unknown> {
  if (!edge) return sql``;
  const side = sql.raw(isNewer ? '>' : '<');
  return sql`and (e.occurred_at, e.id) ${side} (${edge.occurredAtMs}, ${edge.id})`;
}

function toListed(row: Row): ListedEvent {
  const { encoding, body, not_kept: notKept } = row;
  return {
    position: { occurredAtMs: row.occurred_at, id: row.id },
    event: toFacts(row),
    notKept: notKept ?? undefined,
    payload: encoding && body ? decodePayload({ encoding, body }) : undefined,
  };
}

function toSorted(rows: readonly Row[]): ListedEvent[] {
  return rows
    .map(toListed)
    .toSorted(({ position: one }, { position: other }) => compare(one, other));
}

function compare(one: EventPosition, other: EventPosition): number {
  return other.occurredAtMs - one.occurredAtMs || other.id - one.id;
}
