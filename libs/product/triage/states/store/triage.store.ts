import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { issueLimits } from '#shared';
import { raiseProjectsOf } from '#product/recording/changes';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import type { UndoOutcome } from './merging/undo-outcome.ts';
import { assignIssues } from './assign-issues.ts';
import { changeStates } from './change-states.ts';
import { addComment, deleteComment, editComment } from './comments.ts';
import { readAssignee, toHistoryEntry } from './history-entry.ts';
import type { Triage } from '#product/recording/issues';
import { findBaseReleases } from '#product/recording/releases';
import type { BaseRelease } from '#product/recording/releases';
import { undoChanges } from './undo-changes.ts';
import type { UndoStep } from './undo-step.ts';
import type {
  StateRequest,
  AssignRequest,
  UndoRequest,
  CommentRequest,
  EditCommentRequest,
  DeleteCommentRequest,
  TriageOutcome,
  CommentOutcome,
  HistoryEntry,
} from './triage.types.ts';

/** What became of one thing that somebody has asked for. */
type OneOutcome =
  | { readonly outcome: 'changed'; readonly issueId: number }
  | { readonly outcome: 'unchanged' | 'notFound' | 'refused' };

function listChanged(outcomes: readonly OneOutcome[]): number[] {
  return outcomes.flatMap((each) => (each.outcome === 'changed' ? [each.issueId] : []));
}

/** Two lookups, each by its own index. */
function listWithMerged(db: Kysely<Schema>, issueId: number) {
  const merged = db.selectFrom('issues').select('id').where('merged_into', '=', issueId);
  return db.selectFrom('issues').select('id').where('id', '=', issueId).unionAll(merged);
}

/** Of a merged issue: that it was merged into this one, which this one's own history tells. */
function isToldTwice(issueId: number) {
  return sql<number>`case when what = 'grouping' and from_value = ${String(issueId)} then 1 else 0 end`;
}

/**
 * What people do to issues. Whether they may is for the caller to know: which issues are theirs, and
 * what their role allows. Each method is one transaction; of several people at once each sees what
 * the one before did, the last wins, and history tells of all in that order.
 */
export class TriageStore {
  readonly #database: KyselyDatabase;

  readonly #undoing: readonly UndoStep[];

  constructor(database: KyselyDatabase, undoing: readonly UndoStep[]) {
    this.#database = database;
    this.#undoing = undoing;
  }

  /** An outcome for each of `issueIds`, in their order. Throws RangeError for too many. */
  change(request: StateRequest): Promise<TriageOutcome[]> {
    return this.#triage(changeStates, request, request.issueIds);
  }

  /** The release after which `resolveInNextRelease` would have the next one come; undefined where it would be refused. */
  async findBaseRelease({
    id,
    projectId: project_id,
  }: {
    readonly id: number;
    readonly projectId: number;
  }): Promise<BaseRelease | undefined> {
    const found = await findBaseReleases(this.#database.kysely, [{ id, project_id }]);
    return found.get(id);
  }

  /** An outcome for each of `issueIds`, in their order. Throws RangeError for too many. */
  assign(request: AssignRequest): Promise<TriageOutcome[]> {
    return this.#triage(assignIssues, request, request.issueIds);
  }

  /**
   * Takes changes of states and assignees back, where nothing has changed the same since; the state
   * before is restored as it was, its conditions and since when included. Takes a merge or unmerge back where none of its issues
   * was merged, unmerged or deleted since. An outcome for each of `historyIds`, in their order. Throws RangeError for too many.
   */
  undo(request: UndoRequest): Promise<UndoOutcome[]> {
    return this.#triage(
      (triage, wanted: UndoRequest) => undoChanges(triage, wanted, this.#undoing),
      request,
      request.historyIds,
    );
  }

  /** Ids of the issues that rows of history are about, by row; those that do not exist are left out. */
  async listIssuesOf(historyIds: readonly number[]): Promise<Map<number, number>> {
    if (historyIds.length === 0) return new Map();
    const rows = await this.#database.kysely
      .selectFrom('issue_history')
      .select(['id', 'issue_id'])
      .where('id', 'in', historyIds)
      .execute();
    return new Map(rows.map(({ id, issue_id }) => [id, issue_id]));
  }

  /** Users to whom taking these rows of history back would assign an issue, by the rows' ids; nothing of others. */
  async listAssigneesBefore(historyIds: readonly number[]): Promise<Map<number, number>> {
    if (historyIds.length === 0) return new Map();
    const rows = await this.#database.kysely
      .selectFrom('issue_history')
      .select(['id', 'from_value'])
      .where('id', 'in', historyIds)
      .where('what', '=', 'assignee')
      .execute();
    return new Map(
      rows.flatMap(({ id, from_value }) => {
        const assignee = readAssignee(from_value);
        return assignee === null ? [] : [[id, assignee] as const];
      }),
    );
  }

  /** Id of the issue on whose page a comment is read, also of one that is deleted; undefined when there is none such. */
  async findIssueOfComment(commentId: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issue_comments')
      .innerJoin('issues', 'issues.id', 'issue_comments.issue_id')
      .select(['issues.id', 'merged_into'])
      .where('issue_comments.id', '=', commentId)
      .executeTakeFirst();
    return row?.merged_into ?? row?.id;
  }

  comment(request: CommentRequest): Promise<CommentOutcome> {
    return this.#triage(addComment, request);
  }

  /** Its author's alone; one that is deleted is not found. */
  editComment(request: EditCommentRequest): Promise<CommentOutcome> {
    return this.#triage(editComment, request);
  }

  /** Its author's alone. Forgets the text; that there was a comment stays. Deleted already: not found. */
  deleteComment(request: DeleteCommentRequest): Promise<CommentOutcome> {
    return this.#triage(deleteComment, request);
  }

  /**
   * What happened to an issue and to those that are merged into it, comments included, each merge once, in the order in which it happened or the other way
   * round. At most `limit`, and never more than `issueLimits.historyPage`; `beyond` continues after
   * the last entry of an earlier page. `only` leaves out all else, and comments that were deleted.
   */
  async listHistory(
    issueId: number,
    options: {
      order: 'oldestFirst' | 'newestFirst';
      limit: number;
      beyond?: number;
      only?: 'comments';
    },
  ): Promise<HistoryEntry[]> {
    const { order, limit, beyond, only } = options;
    const { kysely } = this.#database;
    const page = kysely
      .selectFrom('issue_history')
      .innerJoin('issues', 'issues.id', 'issue_history.issue_id')
      .leftJoin('issue_comments', 'issue_comments.id', 'issue_history.comment_id')
      .select(['issue_history.id', 'issue_history.at', 'issue_history.by_user', 'what'])
      .select(['issue_history.issue_id', 'issues.number'])
      .select(['from_value', 'to_value', 'undoes', 'comment_id', 'body', 'edited_at', 'deleted_at'])
      .where('issue_history.issue_id', 'in', listWithMerged(kysely, issueId))
      .where(isToldTwice(issueId), '=', 0)
      .$if(only === 'comments', (query) =>
        query.where('comment_id', 'is not', null).where('deleted_at', 'is', null),
      )
      .orderBy('issue_history.id', order === 'oldestFirst' ? 'asc' : 'desc')
      .limit(Math.min(limit, issueLimits.historyPage));
    const rows = await (
      beyond === undefined
        ? page
        : page.where('issue_history.id', order === 'oldestFirst' ? '>' : '<', beyond)
    ).execute();
    return rows.map((row) => toHistoryEntry(row, issueId));
  }

  async #triage<Request, Outcome extends OneOutcome | readonly OneOutcome[]>(
    work: (triage: Triage, request: Request) => Promise<Outcome>,
    request: Request,
    ids: readonly number[] = [],
  ): Promise<Outcome> {
    if (ids.length > issueLimits.issuesPerChange) {
      throw new RangeError(`More than ${issueLimits.issuesPerChange} issues at once.`);
    }
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const outcome = await work({ transaction, dialect }, request);
      await raiseProjectsOf(transaction, listChanged([outcome].flat()));
      return outcome;
    });
  }
}
