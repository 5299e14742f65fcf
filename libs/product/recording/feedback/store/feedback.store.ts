import { type Generated, type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type Capability,
  inTransaction,
  KeptQueries,
  type KyselyDatabase,
  type Schema,
  storeOf,
  toIdList,
  toIdParameter,
} from '#persistence/stores';
import { reportLimits } from '#shared';
import { raiseProjects } from '#product/recording/changes';
import { feedbackErasing } from './erase-feedback.ts';
import { insertFeedback } from './insert-feedback.ts';
import { createFeedback } from './migrations/0012-create-feedback.ts';
import { listFeedbackWithoutEvent } from './migrations/0038-list-feedback-without-event.ts';
import { workThroughFeedback } from './migrations/0060-work-through-feedback.ts';
import { feedbackFiles, removeFeedbackOfProject, selectFiles } from './remove-feedback.ts';

declare module '#persistence/stores' {
  interface Schema {
    readonly feedback: {
      readonly id: Generated<number>;
      readonly project_id: number;
      readonly source: 'feedback' | 'user_report';
      /** A user report has the id of its event, because an event has at most one user report. */
      readonly feedback_id: string;
      readonly event_id: string | null;
      readonly name: string | null;
      readonly email: string | null;
      readonly url: string | null;
      readonly message: string;
      readonly received_at: number;
      /** Time by the clock of the machine that wrote the row. */
      readonly written_at: number;
      /** 1 once a later check has found the event. */
      readonly is_checked: Generated<0 | 1>;
      /** Null while the feedback is open. */
      readonly done_at: Generated<number | null>;
      /** Time at which reopened feedback had been done before. `done_by` still says by whom. */
      readonly was_done_at: Generated<number | null>;
      /** Null also when the update that brought the inbox marked old feedback as done. */
      readonly done_by: Generated<number | null>;
      readonly assignee_id: Generated<number | null>;
    };
  }
}

export type UserFeedback = Awaited<ReturnType<FeedbackStore['list']>>[number];
/** The event and its issue are null when the event is not stored. */
export type ListedFeedback = Awaited<ReturnType<FeedbackStore['listOfProjects']>>[number];
export type FeedbackPosition = Pick<ListedFeedback, 'receivedAtMs' | 'id'>;

interface Done {
  readonly byUserId: number;
  readonly atMs: number;
}

/**
 * Null reopens, or removes the assignee. `from` applies the change only to what was done so.
 * `isDoneAgain` undoes the reopening: the same person has done it at the same time.
 */
export type FeedbackChange =
  | { readonly isDoneAgain: true }
  | { readonly done: Done | null; readonly from?: Done }
  | { readonly assigneeId: number | null };

interface FeedbackFilter {
  readonly isWithoutEvent?: boolean;
  /** Lists what is done or what is open; absent for both. */
  readonly isDone?: boolean;
  readonly assigneeId?: number | undefined;
}

interface WantedFeedback extends FeedbackFilter {
  readonly limit: number;
  readonly before?: FeedbackPosition | undefined;
}

const MAX_OF_EVENT = 100;

export class FeedbackStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Returns the first 100 feedbacks about an event, in the order in which they came. */
  async list(projectId: number, eventId: string) {
    const { kysely } = this.#database;
    const values = { projectId, eventId };
    const rows = await KeptQueries.of(kysely).run('feedback about event', values, (slot) =>
      kysely
        .selectFrom('feedback')
        .select(['name', 'email', 'url', 'message', 'received_at as receivedAtMs'])
        .where('project_id', '=', slot('projectId'))
        .where('event_id', '=', slot('eventId'))
        .orderBy('received_at')
        .orderBy('id')
        .limit(MAX_OF_EVENT),
    );
    return rows.map(toSaid);
  }

  /**
   * Returns the newest feedback in these projects, newest first by time of receipt. Feedback about
   * an event of a deleted issue is left out, because it is about to be removed.
   */
  async listOfProjects(projectIds: readonly number[], wanted: WantedFeedback) {
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
      .select(['name', 'email', 'url', 'message', 'feedback.received_at as receivedAtMs'])
      .select(['done_at as doneAtMs', 'done_by as doneBy', 'feedback.assignee_id as assigneeId'])
      .select(['events.event_id as eventId', 'issues.id as issueId', 'issues.number'])
      .select(['issues.type', 'issues.value', 'issues.status'])
      .where('feedback.id', 'in', this.#walk(projectIds, wanted))
      .orderBy('feedback.received_at', 'desc')
      .orderBy('feedback.id', 'desc')
      .execute();
    return rows.map(toSaid);
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

  /** Returns the first files of each of this feedback, in the order in which they came. */
  async listFiles(ids: readonly number[], limit: number = reportLimits.attachmentsPerEvent) {
    if (ids.length === 0) return [];
    const { kysely } = this.#database;
    const order = sql<number>`row_number() over (partition by feedback.id order by attachments.id)`;
    return kysely
      .selectFrom(selectFiles(kysely, ids).select(order.as('place')).as('placed'))
      .selectAll()
      .where('place', '<=', limit)
      .orderBy('id')
      .execute();
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

/** Texts that the user left out are undefined, as the API leaves them out. */
function toSaid<Row extends Record<'name' | 'email' | 'url', string | null>>({
  name,
  email,
  url,
  ...row
}: Row) {
  return { ...row, name: name ?? undefined, email: email ?? undefined, url: url ?? undefined };
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
  const conditions = [
    isWithoutEvent
      ? sql`f.is_checked = 0 and not exists (select 1 ${OF_ITS_EVENT})`
      : sql`not exists (
          select 1 ${OF_ITS_EVENT} and exists (
            select 1 from grouping_keys k where k.id = e.grouping_key_id and k.issue_id is null
          )
        )`,
  ];
  if (isDone !== undefined) {
    conditions.push(isDone ? sql`f.done_at is not null` : sql`f.done_at is null`);
  }
  if (assigneeId !== undefined) conditions.push(sql`f.assignee_id = ${assigneeId}`);
  if (before) conditions.push(sql`(f.received_at, f.id) < (${before.receivedAtMs}, ${before.id})`);
  return sql.join(conditions, sql` and `);
}

const OF_ITS_EVENT = sql`from events e where e.project_id = f.project_id and e.event_id = f.event_id`;

export const feedback = {
  tables: ['feedback'],
  migrations: [createFeedback, listFeedbackWithoutEvent, workThroughFeedback],
  stores: { feedback: storeOf(FeedbackStore) },
  recording: [insertFeedback],
  keptKinds: { feedback: { title: 'Feedback' }, default: { title: 'User reports' } },
  fileOwners: [feedbackFiles],
  erasing: [feedbackErasing],
  projectRemoval: [removeFeedbackOfProject],
} as const satisfies Capability;
