import { type Kysely, sql } from 'kysely';
import { reportLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { KeptQueries } from '#persistence/stores';
import { unpackChunk } from '#product/recording/reports';
import { CHUNK_BYTES } from './chunk-bytes.ts';
import { type FileOwner, joinEither } from './file-owner.ts';

export interface Attachment {
  readonly id: number;
  readonly name: string;
  /** The sender's claim, which is not verified. */
  readonly contentType: string;
  readonly type: string;
  readonly bytes: number;
  readonly receivedAtMs: number;
}

export class AttachmentStore {
  readonly #database: KyselyDatabase;
  readonly #owners: readonly FileOwner[];

  constructor(database: KyselyDatabase, owners: readonly FileOwner[]) {
    this.#database = database;
    this.#owners = owners;
  }

  /**
   * Returns the files of an event, followed by the files of its first owners about the event
   * (`FileOwner.selectOwners`), both in the order in which they came. Returns at most `limit`, by
   * default `reportLimits.attachmentsPerEvent`, because anybody can send many such owners.
   */
  list(
    projectId: number,
    eventId: string,
    limit = reportLimits.attachmentsPerEvent,
  ): Promise<Attachment[]> {
    const { kysely } = this.#database;
    const values = { projectId, eventId, limit };
    return KeptQueries.of(kysely).run('files of event', values, (slot) => {
      const [ofProject, ofEvent] = [slot('projectId'), slot('eventId')];
      const owned = this.#owners.map(
        (owner) => sql`event_id in ${owner.selectOwners(kysely, ofProject, ofEvent)}`,
      );
      return selectKept(kysely)
        .where('project_id', '=', ofProject)
        .where(joinEither([sql`event_id = ${ofEvent}`, ...owned]))
        .orderBy(sql`case when event_id = ${ofEvent} then 0 else 1 end`)
        .orderBy('id')
        .limit(slot('limit'));
    });
  }

  /** Returns undefined when the attachment does not belong to an event of this issue. */
  async find(issueId: number, attachmentId: number): Promise<Attachment | undefined> {
    const { kysely } = this.#database;
    const found = await selectKept(kysely)
      .select(['project_id', 'event_id'])
      .where('id', '=', attachmentId)
      .executeTakeFirst();
    if (!found) return undefined;
    const { project_id: projectId, event_id: eventId, ...attachment } = found;
    const isEvent = joinEither([
      sql`events.event_id = ${eventId}`,
      ...this.#owners.map(
        (owner) => sql`events.event_id in ${owner.selectEvent(projectId, eventId)}`,
      ),
    ]);
    const { rows } = await sql<{ id: number }>`
      select events.id from events
      join grouping_keys on grouping_keys.id = events.grouping_key_id
      where grouping_keys.issue_id = ${issueId}
        and events.project_id = ${projectId}
        and ${isEvent}
      limit 1`.execute(kysely);
    return rows.length > 0 ? attachment : undefined;
  }

  /**
   * Yields the bytes in pieces, each read when it is requested. Ends early when the attachment is
   * deleted meanwhile.
   */
  async *read(attachmentId: number): AsyncGenerator<Buffer> {
    const { kysely } = this.#database;
    const attachment = await kysely
      .selectFrom('attachments')
      .select('bytes')
      .where('id', '=', attachmentId)
      .executeTakeFirst();
    let leftBytes = attachment?.bytes ?? 0;
    for (let position = 0; ; position += 1) {
      const chunk = await kysely
        .selectFrom('attachment_chunks')
        .select('body')
        .where('attachment_id', '=', attachmentId)
        .where('position', '=', position)
        .executeTakeFirst();
      if (!chunk) return;
      yield unpackChunk(chunk.body, Math.min(leftBytes, CHUNK_BYTES));
      leftBytes -= CHUNK_BYTES;
    }
  }
}

export function selectKept(db: Kysely<Schema>) {
  return db
    .selectFrom('attachments')
    .select(['attachments.id', 'attachments.name', 'content_type as contentType', 'type', 'bytes'])
    .select('attachments.received_at as receivedAtMs')
    .where('state', '=', 'kept');
}
