import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { issueStatuses, searchLimits } from '#shared';
import type { IssueStatus } from '#shared';
import type { DatabaseKind, IdParameter, Given } from '#persistence/stores';
import { toIdList } from '#persistence/stores';
import type { IssueOrder } from './issue.types.ts';

/** The row next to a page, which is not of it. */
export interface Edge {
  readonly value: Given<number>;
  readonly id: Given<number>;
  /** Whether the page follows it; else it precedes it. */
  readonly isAbove: boolean;
}

export interface WantedPage {
  readonly sort: IssueOrder;
  readonly limit: Given<number>;
  readonly edge: Edge | undefined;
  /** At `nowMs`; of any unless said. Not together with the orders of `walksAll`. */
  readonly status: IssueStatus | undefined;
  readonly nowMs: Given<number>;
  /** Of all unless said. */
  readonly projectIds: Given<IdParameter> | undefined;
  /** What else has to hold of a row of `issues`. */
  readonly where: RawBuilder<unknown> | undefined;
}

export const sortColumns = {
  lastSeen: 'last_seen_at',
  firstSeen: 'first_seen_at',
  events: 'events',
  users: 'users',
  trend: 'trend',
  id: 'id',
} as const satisfies Record<IssueOrder, string>;

/** Whether it is a walk along an index that has the issues of every status. */
export function walksAll(sort: IssueOrder): boolean {
  return sort === 'firstSeen' || sort === 'id';
}

/** Merged ones are in no list. They are not seen any more, so that walks along the latest seen meet few of them. */
const IS_LIVE = sql`issues.merged_into is null`;

type Walk = (condition: RawBuilder<unknown>) => RawBuilder<unknown>;

/** The ids of the next `limit` issues, and maybe some more. */
export function selectPage(kind: DatabaseKind, page: WantedPage): RawBuilder<number> {
  const { sort } = page;
  if (sort === 'lastSeen') return selectSeenLast(kind, page);
  if (walksAll(sort)) {
    const isTheirs = page.projectIds
      ? sql`issues.project_id in ${toIdList(kind, page.projectIds)} and`
      : sql``;
    return sql`(select issues.id from issues where ${isTheirs} ${toEnd(page, page.where ? sql`${IS_LIVE} and ${page.where}` : IS_LIVE)})`;
  }
  const limit = sql.lit(searchLimits.issuesSorted);
  const seen = selectSeenLast(kind, { ...page, sort: 'lastSeen', edge: undefined, limit });
  const column = sql.ref(`issues.${sortColumns[sort]}`);
  return sql`(
    select issues.id from (
      select issues.id, ${column} from issues where issues.id in ${seen}
      order by issues.last_seen_at desc, issues.id desc limit ${limit}
    ) as issues
    where ${toEnd(page, sql`1 = 1`)}
  )`;
}

/** Several walks along an index give as many each, since one over several statuses would sort every issue there is. */
function selectSeenLast(kind: DatabaseKind, page: WantedPage): RawBuilder<number> {
  const { projectIds, where } = page;
  const narrow: Walk = (condition) =>
    where ? sql`${condition} and ${IS_LIVE} and ${where}` : sql`${condition} and ${IS_LIVE}`;
  const walk: Walk = projectIds
    ? (condition) => walkProjects(kind, { ...page, projectIds }, narrow(condition))
    : (condition) => sql`select issues.id from issues where ${toEnd(page, narrow(condition))}`;
  const walks = listWalks(kind, page, walk).map((each) => sql`select id from (${each}) as walk`);
  return sql<number>`(${sql.join(walks, sql` union all `)})`;
}

/** Unresolved are also those whose mute is over, though nothing has written that down. */
function listWalks(kind: DatabaseKind, page: WantedPage, walk: Walk): RawBuilder<unknown>[] {
  const { status, nowMs, projectIds } = page;
  if (status === undefined) {
    // In one go along an index that has all of them, but none has those of a project.
    return projectIds ? issueStatuses.map((each) => walk(isOf(each))) : [walk(sql`1 = 1`)];
  }
  if (status === 'resolved') return [walk(isOf(status))];
  if (status === 'unresolved') return [walk(isOf(status)), selectMutesOver(kind, page)];
  return [
    walk(sql`${isOf(status)} and (issues.mute_until is null or issues.mute_until > ${nowMs})`),
  ];
}

/**
 * Along the issues of each project by itself: what others have does not count. PostgreSQL has to be told where to
 * stop. SQLite stops where nothing that follows of a project can be among the first; it has no `lateral`, and
 * `cross join` is how it is told to begin with the projects (sqlite.org/optoverview.html).
 */
function walkProjects(
  kind: DatabaseKind,
  page: WantedPage & { readonly projectIds: Given<IdParameter> },
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const projects = sql`${toIdList(kind, page.projectIds)} as project`;
  const wanted = toEnd(page, sql`issues.project_id = project.id and ${condition}`);
  if (kind === 'sqlite') {
    return sql`select issues.id from ${projects} cross join issues where ${wanted}`;
  }
  return sql`
    select issues.id from ${projects}
    cross join lateral (select id, last_seen_at from issues where ${wanted}) as issues
    ${toOrder(page)}`;
}

/** There are few: an index has them. SQLite would rather walk along all issues in their order; a `+` forbids it. */
function selectMutesOver(
  kind: DatabaseKind,
  { nowMs, projectIds, where, ...page }: WantedPage,
): RawBuilder<unknown> {
  const isWanted = where ? sql`and ${IS_LIVE} and ${where}` : sql`and ${IS_LIVE}`;
  const isTheirs = projectIds
    ? sql`and +issues.project_id in ${toIdList(kind, projectIds)}`
    : sql``;
  return sql`
    select issues.id from issues
    where issues.mute_until <= ${nowMs} ${isTheirs} ${isWanted} ${isBeyond(page)}
    ${toOrder(page, sql`+`)}`;
}

function isOf(status: IssueStatus): RawBuilder<unknown> {
  return sql`issues.status = ${status}`;
}

type PageEnd = Pick<WantedPage, 'sort' | 'edge' | 'limit'>;

/** What stands after `where`. */
function toEnd(page: PageEnd, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${condition} ${isBeyond(page)} ${toOrder(page)}`;
}

function isBeyond({ sort, edge }: Pick<PageEnd, 'sort' | 'edge'>): RawBuilder<unknown> {
  if (!edge) return sql``;
  const row = sql`(${sql.ref(`issues.${sortColumns[sort]}`)}, issues.id)`;
  // A trend is a smaller number than other edges, and PostgreSQL would read the value as one.
  const value = sql`cast(${edge.value} as bigint)`;
  return sql`and ${row} ${sql.raw(edge.isAbove ? '<' : '>')} (${value}, ${edge.id})`;
}

/** The greatest first; before an edge the least, which are the nearest to it. */
function toOrder(
  { sort, edge, limit }: PageEnd,
  noIndex: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const order = sql.raw(edge?.isAbove === false ? 'asc' : 'desc');
  const column = sql.ref(`issues.${sortColumns[sort]}`);
  return sql`order by ${noIndex}${column} ${order}, issues.id ${order} limit ${limit}`;
}
