import { type Kysely, sql } from 'kysely';
import { reportLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { selectFirstFeedback } from './first-said.ts';
import { unpackChunk } from '#product/recording/reports';
import { CHUNK_BYTES } from './chunk-bytes.ts';
import { ownsFiles } from './owning-feedback.ts';

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
   * Returns the files of an event, followed by the files of the feedback that `FeedbackStore.list`
   * returns, both in the order in which they came. Returns at most `limit`, by default
   * `reportLimits.attachmentsPerEvent`, because anybody can send much feedback about one event.
   */
  list(
    projectId: number,
    eventId: string,
    limit = reportLimits.attachmentsPerEvent,
  ): Promise<Attachment[]> {
    const { kysely } = this.#database;
    return selectKept(kysely)
      .where('project_id', '=', projectId)
      .where((where) =>
        where.or([
          where('event_id', '=', eventId),
          where('event_id', 'in', selectFeedbackIds(kysely, projectId, eventId)),
        ]),
      )
      .orderBy(sql`case when event_id = ${eventId} then 0 else 1 end`)
      .orderBy('id')
      .limit(limit)
      .execute();
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
    const about = kysely
      .selectFrom('feedback')
      .select('event_id')
      .where('project_id', '=', projectId)
      .where('feedback_id', '=', eventId)
      .where(ownsFiles('feedback', projectId));
    const { rows } = await sql<{ id: number }>`
      select events.id from events
      join grouping_keys on grouping_keys.id = events.grouping_key_id
      where grouping_keys.issue_id = ${issueId}
        and events.project_id = ${projectId}
        and (events.event_id = ${eventId} or events.event_id in ${about})
      limit 1`.execute(kysely);
    return rows.length > 0 ? attachment : undefined;
  }

  /**
   * Returns the first `limit` files of each feedback, by feedback id, in the order in which they
   * came.
   */
  async listOfFeedback(
    feedbackIds: readonly number[],
    limit: number,
  ): Promise<ReadonlyMap<number, readonly Attachment[]>> {
    const files = new Map<number, Attachment[]>();
    if (feedbackIds.length === 0) return files;
    const numbered = this.#selectOfFeedback()
      .select(
        sql<number>`row_number() over (partition by feedback.id order by attachments.id)`.as(
          'place',
        ),
      )
      .where('feedback.id', 'in', feedbackIds);
    const rows = await this.#database.kysely
      .selectFrom(numbered.as('numbered'))
      .selectAll()
      .where('place', '<=', limit)
      .orderBy('id')
      .execute();
    for (const { feedbackId, place: _, ...file } of rows) {
      files.set(feedbackId, [...(files.get(feedbackId) ?? []), file]);
    }
    return files;
  }

  /** Returns undefined when the attachment does not belong to this feedback. */
  async findOfFeedback(feedbackId: number, attachmentId: number): Promise<Attachment | undefined> {
    const found = await this.#selectOfFeedback()
      .where('feedback.id', '=', feedbackId)
      .where('attachments.id', '=', attachmentId)
      .executeTakeFirst();
    if (!found) return undefined;
    const { feedbackId: _, ...attachment } = found;
    return attachment;
  }

  #selectOfFeedback() {
    const projectId = sql.ref('feedback.project_id');
    return selectKept(this.#database.kysely)
      .innerJoin('feedback', (join) =>
        join
          .onRef('feedback.project_id', '=', 'attachments.project_id')
          .onRef('feedback.feedback_id', '=', 'attachments.event_id'),
      )
      .select('feedback.id as feedbackId')
      .where(ownsFiles('feedback', projectId));
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

function selectKept(db: Kysely<Schema>) {
  return db
    .selectFrom('attachments')
    .select(['attachments.id', 'attachments.name', 'content_type as contentType', 'type', 'bytes'])
    .select('attachments.received_at as receivedAtMs')
    .where('state', '=', 'kept');
}

function selectFeedbackIds(db: Kysely<Schema>, projectId: number, eventId: string) {
  return db
    .selectFrom(
      selectFirstFeedback(db, projectId, eventId).select(['feedback_id', 'source']).as('said'),
    )
    .select('feedback_id')
    .where(ownsFiles('said', projectId));
}
