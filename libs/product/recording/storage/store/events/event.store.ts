import { type Selectable, sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import type { EventFacts } from '#product/recording/reports';
import { type DecodedPayload, decodePayload, CROWDED_KEY } from '#product/recording/reports';
import { inChunks } from '#persistence/stores';
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
    const id =
      eventId === undefined
        ? await this.#findLatestId(issueId)
        : await this.#findId(issueId, eventId);
    if (id === undefined) return undefined;
    const row = await this.#database.kysely
      .selectFrom('events')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
      .selectAll('events')
      .select(['encoding', 'body', 'grouping_keys.key as grouping_key'])
      .where('events.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const position = { issueId, occurredAt: row.occurred_at, id };
    const [olderEventId, newerEventId] = await Promise.all([
      this.#findNeighbour(position, 'older'),
      this.#findNeighbour(position, 'newer'),
    ]);
    const { encoding, body, not_kept: why, grouping_key: groupingKey } = row;
    const found =
      encoding === null || body === null
        ? { notKept: await this.#explain(position, why ?? 'storm') }
        : { payload: decodePayload({ encoding, body }) };
    return {
      event: toFacts(row),
      position: { occurredAtMs: row.occurred_at, id },
      groupingKey,
      ...(groupingKey === CROWDED_KEY ? { isCrowded: true as const } : {}),
      ...found,
      ...(olderEventId === undefined ? {} : { olderEventId }),
      ...(newerEventId === undefined ? {} : { newerEventId }),
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

  async #findId(issueId: number, eventId: string): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issues')
      .innerJoin('events', 'events.project_id', 'issues.project_id')
      .innerJoin('grouping_keys', (join) =>
        join
          .onRef('grouping_keys.id', '=', 'events.grouping_key_id')
          .onRef('grouping_keys.issue_id', '=', 'issues.id'),
      )
      .select('events.id')
      .where('issues.id', '=', issueId)
      .where('events.event_id', '=', eventId)
      .executeTakeFirst();
    return row?.id;
  }

  // An issue has few keys and any number of events. One index lookup per key finds each key's
  // candidate. Sorting over all keys at once would read every event of the issue.

  async #findLatestId(issueId: number): Promise<number | undefined> {
    const whole = await this.#findLatest(issueId, sql`and e.not_kept is null`);
    return whole ?? this.#findLatest(issueId, sql``);
  }

  async #findLatest(
    issueId: number,
    condition: ReturnType<typeof sql>,
  ): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      select id from events
      where id in (
        select (
          select e.id from events e where e.grouping_key_id = k.id ${condition}
          order by e.occurred_at desc, e.id desc limit 1
        )
        from grouping_keys k where k.issue_id = ${issueId}
      )
      order by occurred_at desc, id desc limit 1`.execute(this.#database.kysely);
    return rows[0]?.id;
  }

  async #explain(position: Position, why: NotKept): Promise<EventNotKept> {
    const [older, newer] = await Promise.all([
      this.#findBeside(position, 'older', sql`and e.not_kept is null`),
      this.#findBeside(position, 'newer', sql`and e.not_kept is null`),
    ]);
    const isNewerNearer =
      older && newer
        ? newer.occurred_at - position.occurredAt < position.occurredAt - older.occurred_at
        : newer !== undefined;
    const nearest = isNewerNearer ? newer : older;
    return { why, ...(nearest ? { nearestEventId: nearest.event_id } : {}) };
  }

  async #findNeighbour(position: Position, side: 'older' | 'newer'): Promise<string | undefined> {
    return (await this.#findBeside(position, side, sql``))?.event_id;
  }

  async #findBeside(
    { issueId, occurredAt, id }: Position,
    side: 'older' | 'newer',
    condition: ReturnType<typeof sql>,
  ): Promise<{ event_id: string; occurred_at: number } | undefined> {
    const beyond = side === 'older' ? sql`<` : sql`>`;
    const nearest = side === 'older' ? sql`desc` : sql`asc`;
    const { rows } = await sql<{ event_id: string; occurred_at: number }>`
      select event_id, occurred_at from events
      where id in (
        select (
          select e.id from events e
          where e.grouping_key_id = k.id
            and (e.occurred_at, e.id) ${beyond} (${occurredAt}, ${id}) ${condition}
          order by e.occurred_at ${nearest}, e.id ${nearest} limit 1
        )
        from grouping_keys k where k.issue_id = ${issueId}
      )
      order by occurred_at ${nearest}, id ${nearest} limit 1`.execute(this.#database.kysely);
    return rows[0];
  }
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
    ...(row.release === null ? {} : { release: row.release }),
    ...(row.environment === null ? {} : { environment: row.environment }),
    ...(row.trace_id === null ? {} : { traceId: row.trace_id }),
    ...(row.digest === null ? {} : { digest: row.digest }),
    ...(row.user_name === null ? {} : { userName: row.user_name }),
  };
}
