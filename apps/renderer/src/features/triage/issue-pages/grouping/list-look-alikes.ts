import { cutToPageBytes, groupEvent, readSdkEvent } from '#events';
import type { EventInIssue } from '#product/recording/storage';
import type { Issue, IssueStore, Likeness } from '#product/recording/issues';
import { toSummary } from '../issue-summary.ts';
import type { IssuePageProps } from '../issues.dto.ts';
import type { LookAlike } from './grouping.dto.ts';

const MOST_SHOWN = 5;
/** Byte limit of one text, enough for 150 ASCII characters. */
const TEXT_BYTES = 300;

/**
 * A grouping key stores the type, message and place of the event that created the key. An issue
 * shows those of its newest event, so the texts say "began with".
 */
const ALIKE: Readonly<Record<string, string>> = {
  words: 'began with the same type and message',
  place: 'began with the same type and place',
  'words place': 'began with the same type, message and place',
};

export async function listLookAlikes(
  issues: IssueStore,
  { issue, found, nowMs }: { issue: Issue; found: EventInIssue; nowMs: number },
): Promise<Pick<IssuePageProps, 'lookAlikes'>> {
  const { payload, isCrowded } = found;
  if (!payload || isCrowded) return {};
  const { lookAlikes } = groupEvent(readSdkEvent(payload.json));
  const { id: issueId, projectId } = issue;
  const alike = await issues.listAlike({
    issueId,
    projectId,
    lookAlikes,
    limit: MOST_SHOWN,
    nowMs,
  });
  return alike.length === 0
    ? {}
    : { lookAlikes: alike.map((each) => toLookAlike(each, each.alike)) };
}

function toLookAlike(issue: Issue, alike: readonly Likeness[]): LookAlike {
  const { id, shortId, type, value, place, level, events, lastSeenMs } = toSummary(issue);
  return {
    id,
    shortId,
    type: cutToPageBytes(type, TEXT_BYTES),
    value: cutToPageBytes(value, TEXT_BYTES),
    place: cutToPageBytes(place, TEXT_BYTES),
    level,
    status: issue.state.status,
    events,
    lastSeenMs,
    alike: ALIKE[alike.join(' ')] ?? '',
  };
}
