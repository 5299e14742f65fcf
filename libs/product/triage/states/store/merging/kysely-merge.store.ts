import { issueLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { listHomes } from './homes.ts';
import { mergeIssues } from './merge-issues.ts';
import { MergeStore } from './merge.store.ts';
import type {
  IssueGroups,
  MergeOutcome,
  MergeRequest,
  UnmergeOutcome,
  UnmergeRequest,
} from './merge.store.ts';
import { recountSomeUsers } from './recount-users.ts';
import { unmergeGroups } from './unmerge-groups.ts';

export class KyselyMergeStore extends MergeStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async merge(request: MergeRequest): Promise<MergeOutcome> {
    if (request.issueIds.length > issueLimits.issuesPerChange) {
      throw new RangeError(`More than ${issueLimits.issuesPerChange} issues at once.`);
    }
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      mergeIssues({ transaction, dialect }, request),
    );
  }

  override unmerge(request: UnmergeRequest): Promise<UnmergeOutcome> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      unmergeGroups({ transaction, dialect }, request),
    );
  }

  override async findMergedInto(issueId: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('issues')
      .select('merged_into')
      .where('id', '=', issueId)
      .executeTakeFirst();
    return row?.merged_into ?? undefined;
  }

  override async recountUsers(): Promise<boolean> {
    const { kysely, dialect } = this.#database;
    // Hardly ever is there anything: then nobody waits for a turn to write.
    const any = await kysely.selectFrom('user_recounts').select('issue_id').limit(1).execute();
    if (any.length === 0) return false;
    return inTransaction(this.#database, (transaction) =>
      recountSomeUsers({ transaction, dialect }),
    );
  }

  override async listGroups(
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
