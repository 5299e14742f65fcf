import type { EventInIssue } from '#persistence';
import { toIssueTitle } from '#shared';
import type { IssueSummary } from './issues.dto.ts';

/**
 * What the page of an older event has for the head of the issue, which is that of its newest event. Of a stub no more than
 * the level is known.
 */
export function toOwnHead({
  event,
  notKept,
  newerEventId,
}: EventInIssue): Partial<Pick<IssueSummary, 'type' | 'value' | 'place' | 'level'>> {
  if (newerEventId === undefined) return {};
  return { ...(notKept ? {} : toIssueTitle(event)), level: event.level };
}
