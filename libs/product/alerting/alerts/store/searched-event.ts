import type { SearchedEvent, SearchedIssue } from '#shared';
import type { RefreshedIssue } from '#product/recording/steps';
import { toIssueState } from '#product/recording/issues';
import type { GroupedEvent } from '#product/recording/reports';

const NO_TAGS: ReadonlyMap<string, string> = new Map();

/** What a search can ask of an event that is being recorded; of one that has no issue yet without `issue`. */
export function toSearchedEvent(
  { event, grouping }: Pick<GroupedEvent, 'event' | 'grouping'>,
  issue?: SearchedIssue,
): SearchedEvent {
  const { type, value: message, place } = grouping;
  const { level, tags = NO_TAGS } = event;
  return { level, type, message, place, tags, ...(issue ? { issue } : {}) };
}

/**
 * The issue as recording has it, its new events counted, in the state that it had before them. `assignee` is the address, as
 * accounts are compared by it, of the user `row.assignee_id`.
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
