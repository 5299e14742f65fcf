import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, KeptQueries, toIdList, toIdParameter } from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';
import { type Attachment, selectKept } from '#product/recording/attachments';
import { selectFirstFeedback } from './feedback-files.ts';
import type { FeedbackTable } from './feedback.tables.ts';
import { ownsFiles } from './owns-files.ts';
import type {
  FeedbackChange,
  FeedbackFilter,
  ListedFeedback,
  UserFeedback,
  WantedFeedback,
} from './feedback.types.ts';

export class FeedbackStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Returns the first 100 feedbacks about an event, in the order in which they came. */
  async list(projectId: number, eventId: string): Promise<UserFeedback[]> {
    const { kysely } = this.#database;
    const values = { projectId, eventId };
    const rows = await KeptQueries.of(kysely).run('feedback about event', values, (slot) =>
      selectFirstFeedback(kysely, slot('projectId'), slot('eventId')).select([
        'name',
        'email',
        'url',
        'message',
        'received_at',
      ]),
    );
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
      .leftJoin('issues', 'issues.id', 'grouping_keys.issue_id')
      .select(['feedback.id', 'feedback.project_id as projectId'])
      .select(['name', 'email', 'url', 'message', 'feedback.received_at'])
      .select(['done_at', 'done_by', 'feedback.assignee_id'])
      .select(['events.event_id as eventId', 'issues.id as issueId', 'issues.number'])
      .select(['issues.type', 'issues.value', 'issues.status'])
      .where('feedback.id', 'in', this.#walk(projectIds, wanted))
      .orderBy('feedback.received_at', 'desc')
      .orderBy('feedback.id', 'desc')
      .execute();
    return rows.map(({ id, projectId, eventId, issueId, ...row }) => ({
      id,
      projectId,
      ...toUserFeedback(row),
      ...(eventId === null || issueId === null
        ? {}
        : {
            about: {
              eventId,
              issueId,
              number: row.number!,
              type: row.type!,
              value: row.value!,
              status: row.status!,
            },
          }),
      ...(row.done_at === null ? {} : { doneAtMs: row.done_at }),
      ...(row.done_at === null || row.done_by === null ? {} : { doneBy: row.done_by }),
      ...(row.assignee_id === null ? {} : { assigneeId: row.assignee_id }),
    }));
  }

  /** Counts the wanted feedback; returns `limit` when there is more. */
  async count(
    projectIds: readonly number[],
    wanted: FeedbackFilter = {},
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<number> {
    const { found } = await this.#database.kysely
      .selectFrom('feedback')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('id', 'in', this.#walk(projectIds, { ...wanted, limit }))
      .executeTakeFirstOrThrow();
    return found;
  }

  /**
   * Applies a change to feedback, and returns the ids of the rows that it changed. When several
   * people act at the same time, the last one wins. The caller checks the right.
   */
  change(ids: readonly number[], change: FeedbackChange): Promise<number[]> {
    return inTransaction(this.#database, async (transaction) => {
      const changed = await toUpdate(transaction, change)
        .where('id', 'in', ids)
        .returning(['id', 'project_id as projectId'])
        .execute();
      const projects = changed.map(({ projectId }) => projectId);
      await raiseProjects(transaction, projects);
      return changed.map(({ id }) => id);
    });
  }

  /** Returns undefined when the feedback does not exist or its project is deleted. */
  async findProject(id: number): Promise<number | undefined> {
    return (await this.listProjectsOf([id])).get(id);
  }

  /** Feedback that does not exist, or whose project is deleted, is missing from the result. */
  async listProjectsOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database.kysely
      .selectFrom('feedback')
      .innerJoin('projects', 'projects.id', 'feedback.project_id')
      .select(['feedback.id', 'project_id'])
      .where('feedback.id', 'in', ids)
      .where('projects.deleted_at', 'is', null)
      .execute();
    return new Map(rows.map(({ id, project_id }) => [id, project_id]));
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

function toUpdate(transaction: Transaction<Schema>, change: FeedbackChange) {
  const update = transaction.updateTable('feedback');
  if ('assigneeId' in change) {
    const { assigneeId } = change;
    return update
      .set({ assignee_id: assigneeId })
      .where('assignee_id', 'is distinct from', assigneeId);
  }
  if ('isDoneAgain' in change) {
    const again = update.set((row) => ({ done_at: row.ref('was_done_at') }));
    return again.where('done_at', 'is', null).where('was_done_at', 'is not', null);
  }
  const { done, from } = change;
  if (done) {
    return update.set({ done_at: done.atMs, done_by: done.byUserId }).where('done_at', 'is', null);
  }
  const reopened = update.set((row) => ({ done_at: null, was_done_at: row.ref('done_at') }));
  return from
    ? reopened.where('done_at', '=', from.atMs).where('done_by', '=', from.byUserId)
    : reopened.where('done_at', 'is not', null);
}

function isListed({
  before,
  isWithoutEvent = false,
  isDone,
  assigneeId,
}: WantedFeedback): RawBuilder<unknown> {
  // Conditions must have the text of the partial indexes' conditions. Otherwise these indexes would
  // not be used.
  const named = isWithoutEvent
    ? sql`f.is_checked = 0 and not exists (select 1 ${OF_ITS_EVENT})`
    : sql`not exists (
        select 1 ${OF_ITS_EVENT} and exists (
          select 1 from grouping_keys k where k.id = e.grouping_key_id and k.issue_id is null
        )
      )`;
  return sql.join(
    [
      named,
      ...(isDone === undefined
        ? []
        : [isDone ? sql`f.done_at is not null` : sql`f.done_at is null`]),
      ...(assigneeId === undefined ? [] : [sql`f.assignee_id = ${assigneeId}`]),
      ...(before ? [sql`(f.received_at, f.id) < (${before.receivedAtMs}, ${before.id})`] : []),
    ],
    sql` and `,
  );
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
