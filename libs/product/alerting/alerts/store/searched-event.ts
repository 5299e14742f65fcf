import type { SearchedEvent, SearchedIssue } from '#shared';
import type { RefreshedIssue } from '#product/recording/steps';
import { toIssueState } from '#product/recording/issues';
import type { GroupedEvent } from '#product/recording/reports';

const NO_TAGS: ReadonlyMap<string, string> = new Map();

export function toSearchedEvent(
  { event, grouping }: Pick<GroupedEvent, 'event' | 'grouping'>,
  issue?: SearchedIssue,
): SearchedEvent {
  const { type, value: message, place } = grouping;
  const { level, tags = NO_TAGS } = event;
  return { level, type, message, place, tags, ...(issue ? { issue } : {}) };
}

/**
 * Converts an issue's row for searches. The counts include the batch's events, but the state is
 * from before the batch. `assignee` is the normalised email of `row.assignee_id`.
 */
export function toSearchedIssue(row: RefreshedIssue, assignee?: string): SearchedIssue {
  const { events, users, first_seen_at: firstSeenMs, last_seen_at: lastSeenMs } = row;
  const state = toIssueState(row);
  return {
    state,
    firstSeenMs,
    lastSeenMs,
    events,
    users,
    ...(row.first_release === null ? {} : { firstRelease: row.first_release }),
    ...(assignee === undefined ? {} : { assignee }),
  };
}
