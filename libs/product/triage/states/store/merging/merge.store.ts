import { issueLimits } from '#shared';
import { raiseProjectsOf } from '#product/recording/changes';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { listHomes } from './homes.ts';
import { mergeIssues } from './merge-issues.ts';
import { recountSomeUsers } from './recount-users.ts';
import { unmergeGroups } from './unmerge-groups.ts';
import type {
  MergeRequest,
  UnmergeRequest,
  MergeOutcome,
  UnmergeOutcome,
  IssueGroups,
} from './merge.types.ts';

/**
 * Merges issues of a project and parts them again, by pointing grouping keys at other issues. `TriageStore.undo` takes
 * both back. Whether somebody may is for the caller to know. Each method is one transaction.
 */
export class MergeStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Makes issues part of one of them, which keeps its state and assignee. It reopens when it is resolved, and an unresolved one
   * of the others has an event that occurred later. From then on the others have no groups and stand in no list.
   * Throws RangeError for too many.
   */
  async merge(request: MergeRequest): Promise<MergeOutcome> {
    if (request.issueIds.length > issueLimits.issuesPerChange) {
      throw new RangeError(`More than ${issueLimits.issuesPerChange} issues at once.`);
    }
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const outcome = await mergeIssues({ transaction, dialect }, request);
      if (outcome.outcome === 'changed') await raiseProjectsOf(transaction, [outcome.into.id]);
      return outcome;
    });
  }

  /**
   * Takes groups out of an issue: back to the issue that each came from, as that was, where it is still merged or stands by itself;
   * else all to one new issue. A resolved issue that gets back groups out of an unresolved one reopens, as when merged.
   */
  unmerge(request: UnmergeRequest): Promise<UnmergeOutcome> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const outcome = await unmergeGroups({ transaction, dialect }, request);
      if (outcome.outcome === 'changed') await raiseProjectsOf(transaction, [request.issueId]);
      return outcome;
    });
  }

  /** Id of the issue that has the groups of this one now; undefined when it is not merged. */
  async findMergedInto(issueId: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issues')
      .select('merged_into')
      .where('id', '=', issueId)
      .executeTakeFirst();
    return row?.merged_into ?? undefined;
  }

  /**
   * Counts some users anew of an issue that was merged or parted, where they were too many to be counted at once: a short
   * transaction. Resolves with whether there was something to count.
   */
  async recountUsers(): Promise<boolean> {
    const { kysely, dialect } = this.#database;
    // Hardly ever is there anything: then nobody waits for a turn to write.
    const any = await kysely.selectFrom('user_recounts').select('issue_id').limit(1).execute();
    if (any.length === 0) return false;
    return inTransaction(this.#database, (transaction) =>
      recountSomeUsers({ transaction, dialect }),
    );
  }

  /** Groups of an issue, those with the most events first, `offset` of them left out. */
  async listGroups(
    issueId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<IssueGroups> {
    const { kysely } = this.#database;
    const ofIssue = kysely.selectFrom('grouping_keys').where('issue_id', '=', issueId);
    const rows = await ofIssue
      .select(['id', 'type', 'value', 'place', 'level', 'events', 'users', 'merged_from'])
      .select(['first_seen_at', 'last_seen_at'])
      .orderBy('events', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    const isMerged = rows.some(({ merged_from }) => merged_from !== null);
    const homes = isMerged ? await listHomes(kysely, issueId) : new Map<number, never>();
    const groups = rows.map(
      ({ merged_from, first_seen_at: firstSeenMs, last_seen_at: lastSeenMs, ...row }) => {
        const home = homes.get(merged_from ?? 0);
        return { ...row, firstSeenMs, lastSeenMs, ...(home ? { home } : {}) };
      },
    );
    // As nearly always: an issue has one.
    if (offset === 0 && rows.length < 2) return { total: rows.length, groups, isRecounting: false };
    const { total } = await ofIssue
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const recount = await kysely
      .selectFrom('user_recounts')
      .select('issue_id')
      .where('issue_id', '=', issueId)
      .executeTakeFirst();
    return { total, groups, isRecounting: recount !== undefined };
  }
}
