import { type RawBuilder, sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import { toIdList, toIdParameter } from '#persistence/stores';
import { type Attachment, selectKept } from '#product/recording/attachments';
import { selectFirstFeedback } from './feedback-files.ts';
import type { FeedbackTable } from './feedback.tables.ts';
import { ownsFiles } from './owns-files.ts';
import type { ListedFeedback, UserFeedback, WantedFeedback } from './feedback.types.ts';

export class FeedbackStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Returns the first 100 feedbacks about an event, in the order in which they came. */
  async list(projectId: number, eventId: string): Promise<UserFeedback[]> {
    const rows = await selectFirstFeedback(this.#database.kysely, projectId, eventId)
      .select(['name', 'email', 'url', 'message', 'received_at'])
      .execute();
    return rows.map(toUserFeedback);
  }

  /**
   * Returns the newest feedback in these projects, newest first by time of receipt. Feedback about
   * an event of a deleted issue is left out, because it is about to be removed.
   */
  async listOfProjects(
    projectIds: readonly number[],
    wanted: WantedFeedback,
  ): Promise<ListedFeedback[]> {
    const rows = await this.#database.kysely
      .selectFrom('feedback')
      .leftJoin('events', (join) =>
        join
          .onRef('events.project_id', '=', 'feedback.project_id')
          .onRef('events.event_id', '=', 'feedback.event_id'),
      )
      .leftJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .select(['feedback.id', 'feedback.project_id as projectId'])
      .select(['name', 'email', 'url', 'message', 'feedback.received_at'])
      .select(['events.event_id as eventId', 'grouping_keys.issue_id as issueId'])
      .where('feedback.id', 'in', this.#walk(projectIds, wanted))
      .orderBy('feedback.received_at', 'desc')
      .orderBy('feedback.id', 'desc')
      .execute();
    return rows.map(({ id, projectId, eventId, issueId, ...said }) => ({
      id,
      projectId,
      ...toUserFeedback(said),
      ...(eventId === null || issueId === null ? {} : { about: { eventId, issueId } }),
    }));
  }

  async count(projectIds: readonly number[]): Promise<number> {
    const { kysely, kind } = this.#database;
    const { found } = await kysely
      .selectFrom('feedback')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('project_id', 'in', toIdList(kind, toIdParameter(kind, projectIds)))
      .executeTakeFirstOrThrow();
    return found;
  }

  /** Returns undefined when the feedback does not exist or its project is deleted. */
  async findProject(id: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('feedback')
      .innerJoin('projects', 'projects.id', 'feedback.project_id')
      .select('project_id')
      .where('feedback.id', '=', id)
      .where('projects.deleted_at', 'is', null)
      .executeTakeFirst();
    return row?.project_id;
  }

  /**
   * Returns the first `limit` files of each feedback, by feedback id, in the order in which they
   * came.
   */
  async listFiles(
    feedbackIds: readonly number[],
    limit: number,
  ): Promise<ReadonlyMap<number, readonly Attachment[]>> {
    const files = new Map<number, Attachment[]>();
    if (feedbackIds.length === 0) return files;
    const numbered = this.#selectFiles()
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
  async findFile(feedbackId: number, attachmentId: number): Promise<Attachment | undefined> {
    const found = await this.#selectFiles()
      .where('feedback.id', '=', feedbackId)
      .where('attachments.id', '=', attachmentId)
      .executeTakeFirst();
    if (!found) return undefined;
    const { feedbackId: _, ...attachment } = found;
    return attachment;
  }

  #selectFiles() {
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
   * Selects the ids of a page. Each project is walked separately along its index, so that feedback
   * of other projects costs nothing. PostgreSQL needs a limit in each walk. SQLite stops a walk
   * once no further row of the project can be among the first. `cross join` makes SQLite begin with
   * the projects (sqlite.org/optoverview.html).
   */
  #walk(projectIds: readonly number[], wanted: WantedFeedback): RawBuilder<number> {
    const { kind } = this.#database;
    const projects = sql`${toIdList(kind, toIdParameter(kind, projectIds))} as project`;
    const isWanted = sql`f.project_id = project.id and ${isListed(wanted)}`;
    const order = sql`order by f.received_at desc, f.id desc limit ${wanted.limit}`;
    if (kind === 'sqlite') {
      return sql<number>`(
        select f.id from ${projects} cross join feedback f where ${isWanted} ${order}
      )`;
    }
    return sql<number>`(
      select f.id from ${projects}
      cross join lateral (
        select f.id, f.received_at from feedback f where ${isWanted} ${order}
      ) as f ${order}
    )`;
  }
}

function isListed({ before, isWithoutEvent = false }: WantedFeedback): RawBuilder<unknown> {
  // The condition must have the text of the partial index's condition. Otherwise the index would
  // not be used.
  const named = isWithoutEvent
    ? sql`f.is_checked = 0 and not exists (select 1 ${OF_ITS_EVENT})`
    : sql`not exists (
        select 1 ${OF_ITS_EVENT} and exists (
          select 1 from grouping_keys k where k.id = e.grouping_key_id and k.issue_id is null
        )
      )`;
  return before
    ? sql`${named} and (f.received_at, f.id) < (${before.receivedAtMs}, ${before.id})`
    : named;
}

const OF_ITS_EVENT = sql`from events e where e.project_id = f.project_id and e.event_id = f.event_id`;

type SaidRow = Pick<FeedbackTable, 'name' | 'email' | 'url' | 'message' | 'received_at'>;

function toUserFeedback({
  name,
  email,
  url,
  message,
  received_at: receivedAtMs,
}: SaidRow): UserFeedback {
  return {
    ...(name === null ? {} : { name }),
    ...(email === null ? {} : { email }),
    ...(url === null ? {} : { url }),
    message,
    receivedAtMs,
  };
}
