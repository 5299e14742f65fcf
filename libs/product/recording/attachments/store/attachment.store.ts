import { type Kysely, sql } from 'kysely';
import { reportLimits } from '#shared';
import type { KyselyDatabase, Schema, Capability } from '#persistence/stores';
import { KeptQueries, storeOf } from '#persistence/stores';
import { unpackChunk } from '#product/recording/reports';
import { tables } from './attachment.tables.ts';
import { CHUNK_BYTES } from './chunk-bytes.ts';
import { keepAttachments } from './keep-attachments.ts';
import { createAttachments } from './migrations/0010-create-attachments.ts';

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

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the files of an event, followed by those that were sent with feedback about it, both in
   * the order in which they came. Returns at most `limit`, by default
   * `reportLimits.attachmentsPerEvent`.
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
      return selectKept(kysely)
        .where('project_id', '=', ofProject)
        .where(sql<boolean>`(event_id = ${ofEvent} or about_event_id = ${ofEvent})`)
        .orderBy(sql`case when event_id = ${ofEvent} then 0 else 1 end`)
        .orderBy('id')
        .limit(slot('limit'));
    });
  }

  /** Returns undefined when the attachment does not belong to an event of this issue. */
  async find(issueId: number, attachmentId: number): Promise<Attachment | undefined> {
    const { kysely } = this.#database;
    const found = await selectKept(kysely)
      .select(['project_id', 'event_id', 'about_event_id'])
      .where('id', '=', attachmentId)
      .executeTakeFirst();
    if (!found) return undefined;
    const {
      project_id: projectId,
      event_id: eventId,
      about_event_id: about,
      ...attachment
    } = found;
    const { rows } = await sql<{ id: number }>`
      select events.id from events
      join grouping_keys on grouping_keys.id = events.grouping_key_id
      where grouping_keys.issue_id = ${issueId}
        and events.project_id = ${projectId}
        and events.event_id in (${eventId}, ${about})
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

export const attachments = {
  tables,
  migrations: [createAttachments],
  stores: { attachments: storeOf(AttachmentStore) },
  fileOwners: [],
  recording: [keepAttachments],
  keptKinds: { attachment: { title: 'Attachments' } },
} as const satisfies Capability;
