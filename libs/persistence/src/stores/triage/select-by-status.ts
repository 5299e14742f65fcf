import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { IssueStatus } from '#shared';

/** Where a page of issues ended, latest seen first. */
export interface LastRow {
  readonly lastSeenMs: number;
  readonly id: number;
}

export function isBefore({ lastSeenMs, id }: LastRow): RawBuilder<boolean> {
  return sql<boolean>`(issues.last_seen_at, issues.id) < (${lastSeenMs}, ${id})`;
}

export function isIn(projectIds: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`issues.project_id in (${sql.join(projectIds.length > 0 ? projectIds : [0])})`;
}

/**
 * The ids of the next `limit` issues of a status at `nowMs`, latest seen first, and maybe some more.
 * Unresolved are also those whose mute is over, though nothing has written that down: two walks along
 * an index of their own, since one over both would sort every issue there is.
 */
export function selectByStatus(options: {
  status: IssueStatus;
  nowMs: number;
  limit: number;
  before: LastRow | undefined;
  projectIds: readonly number[] | undefined;
}): RawBuilder<number> {
  const { status, nowMs, limit, before, projectIds } = options;
  const page = (condition: RawBuilder<unknown>) => sql`
    select id from (
      select issues.id from issues
      where ${condition} ${before ? sql`and ${isBefore(before)}` : sql``}
        ${projectIds ? sql`and ${isIn(projectIds)}` : sql``}
      order by issues.last_seen_at desc, issues.id desc limit ${limit}
    ) as page`;
  if (status === 'resolved') return sql<number>`(${page(sql`issues.status = 'resolved'`)})`;
  if (status === 'muted') {
    const isOn = sql`(issues.mute_until is null or issues.mute_until > ${nowMs})`;
    return sql<number>`(${page(sql`issues.status = 'muted' and ${isOn}`)})`;
  }
  const isOver = sql`issues.mute_until <= ${nowMs}`;
  return sql<number>`(${page(sql`issues.status = 'unresolved'`)} union all ${page(isOver)})`;
}
