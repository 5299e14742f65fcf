import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { issueStatuses, searchLimits } from '#shared';
import type { IssueStatus } from '#shared';
import type { DatabaseKind, IdParameter, ValueOrSlot } from '#persistence/stores';
import { toIdList } from '#persistence/stores';
import type { IssueOrder } from './issue.types.ts';

export interface Edge {
  readonly value: ValueOrSlot<number>;
  readonly id: ValueOrSlot<number>;
  /** True when the page follows the edge, false when the page precedes it. */
  readonly isAbove: boolean;
}

export interface WantedPage {
  readonly sort: IssueOrder;
  readonly limit: ValueOrSlot<number>;
  readonly edge: Edge | undefined;
  /**
   * The status at `nowMs`; undefined for any. Not allowed together with the orders of `walksAll`.
   */
  readonly status: IssueStatus | undefined;
  readonly nowMs: ValueOrSlot<number>;
  readonly projectIds: ValueOrSlot<IdParameter> | undefined;
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

/** Returns true when one index has the issues of every status in this order. */
export function walksAll(sort: IssueOrder): boolean {
  return sort === 'firstSeen' || sort === 'id';
}

/**
 * Merged issues are in no list. They get no more events, so walks by last seen meet few of them.
 */
const IS_LIVE = sql`issues.merged_into is null`;

type Walk = (condition: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Selects the ids of the next `limit` issues, and possibly some more. */
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

/**
 * Combines several index walks with up to `limit` rows each. One walk over several statuses would
 * sort all issues.
 */
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

/** Unresolved issues include those whose mute is over, although their rows still say muted. */
function listWalks(kind: DatabaseKind, page: WantedPage, walk: Walk): RawBuilder<unknown>[] {
  const { status, nowMs, projectIds } = page;
  if (status === undefined) {
    // One index has all issues in order. No index has a project's issues of all statuses in order.
    return projectIds ? issueStatuses.map((each) => walk(isOf(each))) : [walk(sql`1 = 1`)];
  }
  if (status === 'resolved') return [walk(isOf(status))];
  if (status === 'unresolved') return [walk(isOf(status)), selectMutesOver(kind, page)];
  return [
    walk(sql`${isOf(status)} and (issues.mute_until is null or issues.mute_until > ${nowMs})`),
  ];
}

/**
 * Walks along the issues of each project separately, so that issues of other projects cost nothing.
 * PostgreSQL needs a limit in each walk, hence `lateral`. SQLite has no `lateral`, but stops a walk
 * once no further row of the project can be among the first. `cross join` makes SQLite begin with
 * the projects (sqlite.org/optoverview.html).
 */
function walkProjects(
  kind: DatabaseKind,
  page: WantedPage & { readonly projectIds: ValueOrSlot<IdParameter> },
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

/**
 * Selects issues whose mute is over. Few issues have a mute that ends, and an index lists them.
 * SQLite would rather walk along all issues in order; a `+` before the column forbids that.
 */
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

function toEnd(page: PageEnd, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${condition} ${isBeyond(page)} ${toOrder(page)}`;
}

function isBeyond({ sort, edge }: Pick<PageEnd, 'sort' | 'edge'>): RawBuilder<unknown> {
  if (!edge) return sql``;
  const row = sql`(${sql.ref(`issues.${sortColumns[sort]}`)}, issues.id)`;
  // PostgreSQL would give the parameter the column's type. `trend` is a 32-bit integer, which is
  // too small for the values of other sorts.
  const value = sql`cast(${edge.value} as bigint)`;
  return sql`and ${row} ${sql.raw(edge.isAbove ? '<' : '>')} (${value}, ${edge.id})`;
}

/**
 * Sorts the greatest value first. A page that precedes the edge is read in reverse, because its
 * rows begin next to the edge.
 */
function toOrder(
  { sort, edge, limit }: PageEnd,
  noIndex: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const order = sql.raw(edge?.isAbove === false ? 'asc' : 'desc');
  const column = sql.ref(`issues.${sortColumns[sort]}`);
  return sql`order by ${noIndex}${column} ${order}, issues.id ${order} limit ${limit}`;
}
