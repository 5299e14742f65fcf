import type { Issue } from '#product/recording/issues';
import { toShortId } from '#shared';
import type { IssueSummary } from './issue-list.dto.ts';

export function toSummary(issue: Issue): IssueSummary {
  return {
    id: issue.id,
    shortId: toShortId(issue.projectSlug, issue.number),
    project: issue.projectSlug,
    type: issue.type,
    value: issue.value,
    place: issue.place,
    level: issue.level,
    events: issue.events,
    users: issue.users,
    firstSeenMs: issue.firstSeenMs,
    lastSeenMs: issue.lastSeenMs,
  };
}
