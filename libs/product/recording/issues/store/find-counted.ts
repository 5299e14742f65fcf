import { searchLimits } from '#shared';
import type { IssueCount } from '#product/recording/counts';
import type { PageEdge } from './issue.types.ts';

/** Sort orders that use the counted events. All other sort orders use the issue's own values. */
export type CountedSort = 'lastSeen' | 'events';

/** An issue and the time of its last event, whether the filter counts that event or not. */
export interface SeenIssue {
  readonly id: number;
  readonly lastSeenMs: number;
}

interface Steps {
  /**
   * Returns the next issues after `from` in the order of their last event. Leaves out issues
   * without a counted event.
   */
  readonly walk: (limit: number, from: PageEdge | undefined) => Promise<readonly SeenIssue[]>;
  readonly measure: (ids: readonly number[]) => Promise<ReadonlyMap<number, IssueCount>>;
}

interface Wanted {
  readonly sort: CountedSort;
  readonly limit: number;
  readonly edge: (PageEdge & { readonly isAbove: boolean }) | undefined;
  /** True when one step returns all issues. */
  readonly areFew?: boolean;
}

/**
 * Issues read in one step: more than a page, so that one step suffices when most events pass the
 * filter.
 */
const STEP = 250;

interface Found extends PageEdge {
  readonly count: IssueCount;
}

/**
 * Returns the counts of one page of issues, in the order of `sort`. The walk visits issues in the
 * order of their last event. A counted event of an issue is never later than its last event. A page
 * sorted by last seen is therefore complete once the walk reaches issues that were last seen before
 * the page's last row.
 */
export async function findCounted(
  { walk, measure }: Steps,
  { sort, limit, edge, areFew = false }: Wanted,
): Promise<ReadonlyMap<number, IssueCount>> {
  const isEarlyEnd = sort === 'lastSeen' && edge?.isAbove !== false && !areFew;
  const size = isEarlyEnd ? STEP : searchLimits.issuesSorted;
  const found: Found[] = [];
  for (let walked = 0, from: PageEdge | undefined; walked < searchLimits.issuesSorted;) {
    const issues = await walk(size, from);
    const counts = await measure(issues.map(({ id }) => id));
    found.push(...toPlaces(issues, counts, sort));
    walked += issues.length;
    const last = issues.at(-1);
    if (!last || issues.length < size) break;
    from = { id: last.id, value: last.lastSeenMs };
    const certain = found.filter(({ value }) => value > last.lastSeenMs);
    if (isEarlyEnd && takePage(certain, limit, edge).length === limit) break;
  }
  return new Map(takePage(found, limit, edge).map(({ id, count }) => [id, count]));
}

function toPlaces(
  issues: readonly SeenIssue[],
  counts: ReadonlyMap<number, IssueCount>,
  sort: CountedSort,
): Found[] {
  return issues.flatMap(({ id }) => {
    const count = counts.get(id);
    if (!count) return [];
    return [{ id, value: sort === 'events' ? count.events : count.lastSeenMs, count }];
  });
}

function takePage(found: readonly Found[], limit: number, edge: Wanted['edge']): Found[] {
  const sorted = found.toSorted(compare);
  if (!edge) return sorted.slice(0, limit);
  const beyond = sorted.filter((row) =>
    edge.isAbove ? compare(row, edge) > 0 : compare(row, edge) < 0,
  );
  return edge.isAbove ? beyond.slice(0, limit) : beyond.slice(-limit);
}

function compare(one: PageEdge, other: PageEdge): number {
  return other.value - one.value || other.id - one.id;
}
