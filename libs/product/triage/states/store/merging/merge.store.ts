import { issueLimits } from '#shared';
import { raiseProjectsOf } from '#product/recording/changes';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction, KeptQueries, type Capability, storeOf } from '#persistence/stores';
import { listOriginIssues } from './homes.ts';
import { mergeIssues } from './merge-issues.ts';
import { createMerging } from './migrations/0009-create-merging.ts';
import { recountSomeUsers } from './recount-users.ts';
import { unmergeGroups } from './unmerge-groups.ts';
import type {
  MergeRequest,
  UnmergeRequest,
  MergeResult,
  UnmergeResult,
  IssueGroups,
} from './merge.types.ts';

/** Issues whose users are being recounted after a merge. */
interface UserRecountsTable {
  readonly issue_id: number;
  /** Users with a greater hash are not part of `issues.surplus_users` yet. */
  readonly reached: string;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly user_recounts: UserRecountsTable;
  }
}

/**
 * Merges and unmerges issues of a project by moving grouping keys between issues.
 * `TriageStore.undo` undoes both. The caller checks permission. Each method is one transaction.
 */
export class MergeStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Merges issues into one of them, which keeps its state and assignee. A resolved target reopens
   * when an unresolved source has a later event. The sources have no groups afterwards, and no list
   * shows them. Rejects with a RangeError for too many issues.
   */
  async merge(request: MergeRequest): Promise<MergeResult> {
    if (request.issueIds.length > issueLimits.issuesPerChange) {
      throw new RangeError(`More than ${issueLimits.issuesPerChange} issues at once.`);
    }
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const outcome = await mergeIssues({ transaction, dialect }, request);
      if (outcome.outcome === 'refused') return outcome;
      await raiseProjectsOf(transaction, [outcome.into.id]);
      await request.tell?.(transaction);
      return outcome;
    });
  }

  /**
   * Takes groups out of an issue. A group returns to the issue that it came from, when that issue
   * is still merged into this one or exists unmerged. All other groups make one new issue together.
   * A resolved issue reopens when it gets groups from an unresolved one.
   */
  unmerge(request: UnmergeRequest): Promise<UnmergeResult> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const outcome = await unmergeGroups({ transaction, dialect }, request);
      if (outcome.outcome === 'changed') await raiseProjectsOf(transaction, [request.issueId]);
      return outcome;
    });
  }

  async findMergedInto(issueId: number): Promise<number | undefined> {
    const { kysely } = this.#database;
    const [row] = await KeptQueries.of(kysely).run('merged into', { issueId }, (slot) =>
      kysely.selectFrom('issues').select('merged_into').where('id', '=', slot('issueId')),
    );
    return row?.merged_into ?? undefined;
  }

  /**
   * Continues to count users of merged issues that had too many for one transaction, in one short
   * step. Returns false when nothing was left to count.
   */
  async recountUsers(): Promise<boolean> {
    const { kysely, dialect } = this.#database;
    // Most calls find nothing, so this check takes no lock.
    const any = await kysely.selectFrom('user_recounts').select('issue_id').limit(1).execute();
    if (any.length === 0) return false;
    return inTransaction(this.#database, (transaction) =>
      recountSomeUsers({ transaction, dialect }),
    );
  }

  /**
   * Answers whether users are being counted again after a merge. Until the count ends, users of
   * several groups may count more than once.
   */
  async isRecounting(issueId: number): Promise<boolean> {
    const { kysely } = this.#database;
    const rows = await KeptQueries.of(kysely).run('recount of issue', { issueId }, (slot) =>
      kysely.selectFrom('user_recounts').select('issue_id').where('issue_id', '=', slot('issueId')),
    );
    return rows.length > 0;
  }

  async listGroups(
    issueId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<IssueGroups> {
    const { kysely } = this.#database;
    const values = { issueId, limit, offset };
    const rows = await KeptQueries.of(kysely).run('groups of issue', values, (slot) =>
      kysely
        .selectFrom('grouping_keys')
        .where('issue_id', '=', slot('issueId'))
        .select(['id', 'type', 'value', 'place', 'level', 'events', 'users', 'merged_from'])
        .select(['first_seen_at', 'last_seen_at'])
        .orderBy('events', 'desc')
        .orderBy('id')
        .limit(slot('limit'))
        .offset(slot('offset')),
    );
    const isMerged = rows.some(({ merged_from }) => merged_from !== null);
    const homes = isMerged ? await listOriginIssues(kysely, issueId) : new Map<number, never>();
    const groups = rows.map(
      ({ merged_from, first_seen_at: firstSeenMs, last_seen_at: lastSeenMs, ...row }) => {
        const home = homes.get(merged_from ?? 0);
        return { ...row, firstSeenMs, lastSeenMs, ...(home ? { home } : {}) };
      },
    );
    // Nearly every issue has one group. Returning here saves a statement.
    if (offset === 0 && rows.length < 2) return { total: rows.length, groups };
    const { total } = await kysely
      .selectFrom('grouping_keys')
      .where('issue_id', '=', issueId)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { total, groups };
  }
}

export const merging = {
  tables: ['user_recounts'],
  migrations: [createMerging],
  stores: { merges: storeOf(MergeStore) },
} as const satisfies Capability;
