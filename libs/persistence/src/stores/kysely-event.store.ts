import { sql } from 'kysely';
import type { KyselyDatabase } from '../kysely-database.ts';
import { decodePayload } from '../payload/event-payload.ts';
import { EventStore } from './event.store.ts';
import type { EventInIssue } from './event.store.ts';

interface Position {
  readonly issueId: number;
  readonly receivedAt: number;
  readonly id: number;
}

export class KyselyEventStore extends EventStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async find(issueId: number, eventId?: string): Promise<EventInIssue | undefined> {
    const id =
      eventId === undefined
        ? await this.#findLatestId(issueId)
        : await this.#findId(issueId, eventId);
    if (id === undefined) return undefined;
    const row = await this.#database.kysely
      .selectFrom('events')
      .innerJoin('event_payloads', 'event_payloads.id', 'events.id')
      .select(['received_at', 'encoding', 'body'])
      .where('events.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const position = { issueId, receivedAt: row.received_at, id };
    const [olderEventId, newerEventId] = await Promise.all([
      this.#findNeighbour(position, 'older'),
      this.#findNeighbour(position, 'newer'),
    ]);
    return {
      event: decodePayload(row),
      ...(olderEventId === undefined ? {} : { olderEventId }),
      ...(newerEventId === undefined ? {} : { newerEventId }),
    };
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

  // An issue has few keys and any number of events. One step into the index per key finds each key's
  // candidate; sorting over all keys at once would read every event of the issue.

  async #findLatestId(issueId: number): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      select id from events
      where id in (
        select (
          select e.id from events e where e.grouping_key_id = k.id
          order by e.received_at desc, e.id desc limit 1
        )
        from grouping_keys k where k.issue_id = ${issueId}
      )
      order by received_at desc, id desc limit 1`.execute(this.#database.kysely);
    return rows[0]?.id;
  }

  async #findNeighbour(
    { issueId, receivedAt, id }: Position,
    side: 'older' | 'newer',
  ): Promise<string | undefined> {
    const beyond = side === 'older' ? sql`<` : sql`>`;
    const nearest = side === 'older' ? sql`desc` : sql`asc`;
    const { rows } = await sql<{ event_id: string }>`
      select event_id from events
      where id in (
        select (
          select e.id from events e
          where e.grouping_key_id = k.id
            and (e.received_at, e.id) ${beyond} (${receivedAt}, ${id})
          order by e.received_at ${nearest}, e.id ${nearest} limit 1
        )
        from grouping_keys k where k.issue_id = ${issueId}
      )
      order by received_at ${nearest}, id ${nearest} limit 1`.execute(this.#database.kysely);
    return rows[0]?.event_id;
  }
}
