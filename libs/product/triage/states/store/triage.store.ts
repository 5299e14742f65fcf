import { sql } from 'kysely';
import { byToken } from '#product/people/audit/rules';
import type { Kysely, RawBuilder } from 'kysely';
import { issueLimits } from '#shared';
import type { BusiestTimes } from '#shared';
import { raiseProjectsOf } from '#product/recording/changes';
import type { KyselyDatabase, Schema, ValueOrSlot, Capability } from '#persistence/stores';
import { inTransaction, KeptQueries } from '#persistence/stores';
import { assignIssues } from './assign-issues.ts';
import { changeStates } from './change-states.ts';
import { addComment, deleteComment, editComment } from './comments.ts';
import { readAssignee, toHistoryEntry } from './history-entry.ts';
import type { Triage } from '#product/recording/issues';
import { readBusiestTimes } from '#product/recording/counts';
import { findBaseReleases } from '#product/recording/releases';
import type { PlacedRelease } from '#product/recording/releases';
import { createTriage } from './migrations/0008-create-triage.ts';
import { reopenIssues } from './reopen-issues.ts';
import { resolveFixedIssues } from './resolve-fixed-issues.ts';
import { tables } from './triage.tables.ts';
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

type OneOutcome =
  | { readonly outcome: 'changed'; readonly issueId: number }
  | { readonly outcome: 'unchanged' | 'notFound' | 'refused' };

function listChanged(outcomes: readonly OneOutcome[]): number[] {
  return outcomes.flatMap((each) => (each.outcome === 'changed' ? [each.issueId] : []));
}

/**
 * Selects an issue and the issues merged into it. Each of the two queries uses a different index.
 */
function listWithMerged(db: Kysely<Schema>, issueId: ValueOrSlot<number>) {
  const merged = db.selectFrom('issues').select('id').where('merged_into', '=', issueId);
  return db.selectFrom('issues').select('id').where('id', '=', issueId).unionAll(merged);
}

/**
 * Whether a row records the merge of its issue into this issue. The history of this issue already
 * has an entry for that merge.
 */
function isDuplicateOfOwnEntry(ownId: RawBuilder<string>) {
  return sql<number>`case when what = 'grouping' and from_value = ${ownId} then 1 else 0 end`;
}

/**
 * Changes issues on behalf of people. The caller checks permission. Each method is one transaction.
 * When several people act at the same time, each change builds on the one before, the last one
 * wins, and history lists all in that order.
 */
export class TriageStore {
  readonly #database: KyselyDatabase;

  readonly #undoing: readonly UndoStep[];

  constructor(database: KyselyDatabase, undoing: readonly UndoStep[]) {
    this.#database = database;
    this.#undoing = undoing;
  }

  /**
   * Returns an outcome for each of `issueIds`, in their order. Throws a RangeError for too many.
   */
  change(request: StateRequest): Promise<TriageOutcome[]> {
    return this.#triage(changeStates, request, request.issueIds);
  }

  /**
   * Returns the release after which `resolveInNextRelease` would wait for a newer one. Returns
   * undefined when that change would be refused.
   */
  async findBaseRelease({
    id,
    projectId: project_id,
  }: {
    readonly id: number;
    readonly projectId: number;
  }): Promise<Omit<PlacedRelease, 'bounds'> | undefined> {
    const found = await findBaseReleases(this.#database.kysely, [{ id, project_id }]);
    const base = found.get(id);
    return base && { release: base.release, environments: base.environments };
  }

  /** Returns by what `muteUntilWorse` would go. */
  async findBusiestTimes(issueId: number, nowMs: number): Promise<BusiestTimes | undefined> {
    const found = await readBusiestTimes(this.#database.kysely, [issueId], nowMs);
    return found.get(issueId);
  }

  /**
   * Returns an outcome for each of `issueIds`, in their order. Throws a RangeError for too many.
   */
  assign(request: AssignRequest): Promise<TriageOutcome[]> {
    return this.#triage(assignIssues, request, request.issueIds);
  }

  /**
   * Undoes changes of states and assignees that no later change has overwritten. Restores an
   * earlier state exactly, with its conditions and its time. Undoes a merge or unmerge unless one
   * of the issues was merged, unmerged or deleted afterwards.
   *
   * Returns an outcome for each of `historyIds`, in their order. Throws a RangeError for too many.
   */
  undo(request: UndoRequest): Promise<TriageOutcome[]> {
    return this.#triage(
      (triage, wanted: UndoRequest) => undoChanges(triage, wanted, this.#undoing),
      request,
      request.historyIds,
    );
  }

  async listIssuesOf(historyIds: readonly number[]): Promise<Map<number, number>> {
    if (historyIds.length === 0) return new Map();
    const rows = await this.#database.kysely
      .selectFrom('issue_history')
      .select(['id', 'issue_id'])
      .where('id', 'in', historyIds)
      .execute();
    return new Map(rows.map(({ id, issue_id }) => [id, issue_id]));
  }

  /**
   * Returns, by history row, the user whom an undo of that row would assign. Other rows are left
   * out.
   */
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

  /**
   * Returns the issue on whose page the comment appears, even when the comment was deleted. Returns
   * undefined when the comment does not exist.
   */
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

  /**
   * Changes the text of a comment. Refuses anybody but the author. For a deleted comment the
   * outcome is `notFound`.
   */
  editComment(request: EditCommentRequest): Promise<CommentOutcome> {
    return this.#triage(editComment, request);
  }

  /**
   * Deletes the text of a comment; its place in the history stays. Refuses anybody but the author.
   * For a deleted comment the outcome is `notFound`.
   */
  deleteComment(request: DeleteCommentRequest): Promise<CommentOutcome> {
    return this.#triage(deleteComment, request);
  }

  /**
   * Lists the history and comments of an issue and of issues merged into it, each merge only once.
   * Returns at most `limit` and `issueLimits.historyPage` entries. `beyond` is the last entry of
   * the previous page. `only: 'comments'` leaves out all other entries, and deleted comments too.
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
    const isOldestFirst = order === 'oldestFirst';
    const values = {
      issueId,
      ownId: String(issueId),
      limit: Math.min(limit, issueLimits.historyPage),
      beyond: beyond ?? 0,
    };
    const name = `history ${order} ${only ?? ''} ${beyond === undefined ? '' : 'beyond'}`;
    const rows = await KeptQueries.of(kysely).run(name, values, (slot) =>
      kysely
        .selectFrom('issue_history')
        .innerJoin('issues', 'issues.id', 'issue_history.issue_id')
        .leftJoin('issue_comments', 'issue_comments.id', 'issue_history.comment_id')
        .select(['issue_history.id', 'issue_history.at', 'issue_history.by_user', 'what'])
        .select(['issue_history.issue_id', 'issues.number'])
        .select([
          'from_value',
          'to_value',
          'undoes',
          'comment_id',
          'body',
          'edited_at',
          'deleted_at',
        ])
        .where('issue_history.issue_id', 'in', listWithMerged(kysely, slot('issueId')))
        .where(isDuplicateOfOwnEntry(slot('ownId')), '=', 0)
        .$if(only === 'comments', (query) =>
          query.where('comment_id', 'is not', null).where('deleted_at', 'is', null),
        )
        .$if(beyond !== undefined, (query) =>
          query.where('issue_history.id', isOldestFirst ? '>' : '<', slot('beyond')),
        )
        .orderBy('issue_history.id', isOldestFirst ? 'asc' : 'desc')
        .limit(slot('limit')),
    );
    return rows.map((row) => toHistoryEntry(row, issueId));
  }

  async #triage<
    Request extends Pick<UndoRequest, 'tell'>,
    Outcome extends OneOutcome | readonly OneOutcome[],
  >(
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
      const changed = listChanged([outcome].flat());
      await raiseProjectsOf(transaction, changed);
      if (changed.length > 0) await request.tell?.(changed)(transaction);
      return outcome;
    });
  }
}

export const triage = {
  tables,
  migrations: [createTriage],
  stores: {
    triage: {
      port: TriageStore,
      open: (database, { undoing }) => new TriageStore(database, undoing),
    },
  },
  recording: [reopenIssues],
  undoing: [],
  commitSteps: [resolveFixedIssues],
  auditTexts: {
    issue: 'Issues changed by programs',
    'issue.changed': (told) => {
      const { change = '' } = told.after as { change?: string };
      return `changed ${told.target}${byToken(told)}: ${change}`;
    },
  },
} as const satisfies Capability;
