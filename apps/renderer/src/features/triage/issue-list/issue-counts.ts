import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import type { WantedIssues } from '#product/recording/issues';
import { Clock, issueStatuses, printSearch } from '#shared';
import type { IssueStatus } from '#shared';
import { isOfState } from '../../recording/issue-list/index.ts';
import type { ListedStatus } from '../../recording/issue-list/index.ts';

const FRESH_FOR_MS = 5000;
const MOST_CACHED = 100;

export type StatusCounts = Readonly<Record<ListedStatus, number>>;

/**
 * Caches counts for some seconds, since counting thousands of issues takes longer than listing a
 * page of them.
 */
@Injectable()
export class IssueCounts {
  private readonly known = new Map<string, { atMs: number; count: Promise<number> }>();

  constructor(
    private readonly reads: LongReads,
    private readonly clock: Clock,
  ) {}

  /** Counts what a search finds, for each status. `filter` is the cache key of `wanted.span`. */
  async countByStatus(
    filter: string,
    { search = [], ...wanted }: WantedIssues,
  ): Promise<StatusCounts> {
    const others = search.filter((term) => !isOfState(term));
    const query = `${filter} ${printSearch(others)}`;
    const entries = await Promise.all(
      issueStatuses.map(async (status) => {
        const term = { kind: 'choice', key: 'is', values: [status], isNegated: false } as const;
        const asked = { ...wanted, search: [{ ...term, at: 0, end: 0 }, ...others] };
        return [status, await this.count(`is:${status} ${query}`, asked)] as const;
      }),
    );
    const counts = Object.fromEntries(entries) as Record<IssueStatus, number>;
    return { ...counts, all: entries.reduce((sum, [, count]) => sum + count, 0) };
  }

  /**
   * Counts the wanted issues, up to the limit of `IssueStore.count`. `query` is the cache key for
   * `wanted.search`, so `query` must include the filter.
   */
  count(query: string, wanted: WantedIssues): Promise<number> {
    const nowMs = this.clock.nowMs();
    const { projectIds, selfId, span } = wanted;
    const name = JSON.stringify([query, projectIds, selfId, span?.unit, span?.count]);
    const known = this.known.get(name);
    if (known && Math.abs(nowMs - known.atMs) < FRESH_FOR_MS) return known.count;
    const count = this.reads.stores.issues.count({ ...wanted, nowMs });
    count.catch(() => this.known.delete(name));
    this.known.delete(name);
    this.known.set(name, { atMs: nowMs, count });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_CACHED) break;
      this.known.delete(oldest);
    }
    return count;
  }
}
