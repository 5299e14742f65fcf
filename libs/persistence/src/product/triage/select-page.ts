import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { issueStatuses } from '#shared';
import type { IssueStatus } from '#shared';
import type { DatabaseKind } from '../../database.ts';
import { toIdList } from '../../statements/id-list.ts';
import type { IdParameter } from '../../statements/id-list.ts';
import type { Given } from '../../statements/kept-queries.ts';

/** Where a page of issues ended, latest seen first. */
export interface LastRow {
  readonly lastSeenMs: Given<number>;
  readonly id: Given<number>;
}

export interface WantedPage {
  readonly limit: Given<number>;
  readonly before: LastRow | undefined;
  /** At `nowMs`; of any unless said. */
  readonly status: IssueStatus | undefined;
  readonly nowMs: Given<number>;
  /** Of all unless said. */
  readonly projectIds: Given<IdParameter> | undefined;
}

/** Merged ones are in no list. They are not seen any more, so that walks along the latest seen meet few of them. */
const IS_LIVE = sql`and issues.merged_into is null`;

type Walk = (condition: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * The ids of the next `limit` issues, latest seen first, and maybe some more: several walks along an index give as
 * many each, since one over several statuses would sort every issue there is.
 */
export function selectPage(kind: DatabaseKind, page: WantedPage): RawBuilder<number> {
  const { projectIds } = page;
  const walk: Walk = projectIds
    ? (condition) => walkProjects(kind, { ...page, projectIds }, condition)
    : (condition) => sql`select issues.id from issues where ${condition} ${IS_LIVE} ${toEnd(page)}`;
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
  const wanted = sql`issues.project_id = project.id and ${condition} ${IS_LIVE} ${toEnd(page)}`;
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
  { nowMs, projectIds, ...page }: WantedPage,
): RawBuilder<unknown> {
  const isTheirs = projectIds
    ? sql`and +issues.project_id in ${toIdList(kind, projectIds)}`
    : sql``;
  return sql`
    select issues.id from issues where issues.mute_until <= ${nowMs} ${IS_LIVE} ${isTheirs} ${isAfter(page)}
    order by +issues.last_seen_at desc, issues.id desc limit ${page.limit}`;
}

function isOf(status: IssueStatus): RawBuilder<unknown> {
  return sql`issues.status = ${status}`;
}

function toEnd(page: Pick<WantedPage, 'before' | 'limit'>): RawBuilder<unknown> {
  return sql`${isAfter(page)} ${toOrder(page)}`;
}

function isAfter({ before }: Pick<WantedPage, 'before'>): RawBuilder<unknown> {
  if (!before) return sql``;
  return sql`and (issues.last_seen_at, issues.id) < (${before.lastSeenMs}, ${before.id})`;
}

function toOrder({ limit }: Pick<WantedPage, 'limit'>): RawBuilder<unknown> {
  return sql`order by issues.last_seen_at desc, issues.id desc limit ${limit}`;
}
