import { searchLimits } from '#shared';
import type { IssueCount } from '../counts/count.store.ts';
import type { IssueSort, PageEdge } from './issue.store.ts';

/** By when it was first seen an issue is sorted whatever is counted. */
export type CountedSort = Exclude<IssueSort, 'firstSeen'>;

/** An issue with all of its events. */
export interface SeenIssue {
  readonly id: number;
  readonly lastSeenMs: number;
  readonly users: number;
  readonly trend: number;
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

/**
 * The ids of a page by what is counted. No issue's counted event is later than its last one: so by last seen the page is whole
 * once the walk has come to issues that were seen before its last row.
 */
export async function findCounted(
  { walk, measure }: Steps,
  { sort, limit, edge, areFew = false }: Wanted,
): Promise<number[]> {
  const isEarlyEnd = sort === 'lastSeen' && edge?.isAbove !== false && !areFew;
  const size = isEarlyEnd ? STEP : searchLimits.issuesSorted;
  const found: PageEdge[] = [];
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
  return takePage(found, limit, edge);
}

/** Of those with events that count. */
function toPlaces(
  issues: readonly SeenIssue[],
  counts: ReadonlyMap<number, IssueCount>,
  sort: CountedSort,
): PageEdge[] {
  return issues.flatMap((issue) => {
    const count = counts.get(issue.id);
    return count ? [{ id: issue.id, value: toValue(sort, issue, count) }] : [];
  });
}

function toValue(sort: CountedSort, { users, trend }: SeenIssue, count: IssueCount): number {
  return { lastSeen: count.lastSeenMs, events: count.events, users, trend }[sort];
}

function takePage(found: readonly PageEdge[], limit: number, edge: Wanted['edge']): number[] {
  const sorted = found.toSorted(compare);
  if (!edge) return sorted.slice(0, limit).map(({ id }) => id);
  const beyond = sorted.filter((row) =>
    edge.isAbove ? compare(row, edge) > 0 : compare(row, edge) < 0,
  );
  const page = edge.isAbove ? beyond.slice(0, limit) : beyond.slice(-limit);
  return page.map(({ id }) => id);
}

/** The greatest first, and the newest of equals. */
function compare(one: PageEdge, other: PageEdge): number {
  return other.value - one.value || other.id - one.id;
}
