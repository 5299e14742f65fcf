import { searchLimits } from '#shared';
import type { IssueCount } from '#product/recording/counts';
import type { PageEdge } from './issue.types.ts';

/** The sorts that go by the events that count. All others go by the issue. */
export type CountedSort = 'lastSeen' | 'events';

/** When any of its events was last seen. */
export interface SeenIssue {
  readonly id: number;
  readonly lastSeenMs: number;
}

interface Steps {
  /** The next issues with events that count, by when they were last seen: those after `from`. */
  readonly walk: (limit: number, from: PageEdge | undefined) => Promise<readonly SeenIssue[]>;
  readonly measure: (ids: readonly number[]) => Promise<ReadonlyMap<number, IssueCount>>;
}

interface Wanted {
  readonly sort: CountedSort;
  readonly limit: number;
  readonly edge: (PageEdge & { readonly isAbove: boolean }) | undefined;
  /** One step has them all. */
  readonly areFew?: boolean;
}

/** Issues of one step: more than a page, so that one is enough where most events count. */
const STEP = 250;

interface Found extends PageEdge {
  readonly count: IssueCount;
}

/**
 * The issues of a page by what is counted, by their ids. No issue's counted event is later than its last one: so by last seen the page is whole
 * once the walk has come to issues that were seen before its last row.
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

/** Of those with events that count. */
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

/** The greatest first, and the newest of equals. */
function compare(one: PageEdge, other: PageEdge): number {
  return other.value - one.value || other.id - one.id;
}
