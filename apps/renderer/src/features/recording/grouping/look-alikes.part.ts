import { cutToPageBytes } from '#events';
import { IssueStore } from '#product/recording/issues';
import type { Issue, Likeness } from '#product/recording/issues';
import { findOwn, toShortId } from '#shared';
import { IssuePart } from '../issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import { groupStored } from './group-stored.ts';
import type { LookAlike, LookAlikesProps } from './grouping.dto.ts';

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

@IssuePart<typeof import('./views/issue.look-alikes.waiting.part.tsx')>(
  'grouping/issue.look-alikes.waiting.part',
  {
    at: 'aside',
    order: 10,
    section: { id: 'look-alikes', title: 'Look alike' },
  },
)
export class LookAlikesPart implements IssuePartLoader<LookAlikesProps> {
  constructor(private readonly issues: IssueStore) {}

  async load({ issue, found, nowMs }: IssueContext): Promise<LookAlikesProps | undefined> {
    if (!found?.payload || found.isCrowded) return undefined;
    const { lookAlikes } = groupStored(found.payload).grouping;
    const { id: issueId, projectId } = issue;
    const alike = await this.issues.listAlike({
      issueId,
      projectId,
      lookAlikes,
      limit: MOST_SHOWN,
      nowMs,
    });
    if (alike.length === 0) return undefined;
    return { lookAlikes: alike.map((each) => toLookAlike(each, each.alike)) };
  }
}

function toLookAlike(issue: Issue, alike: readonly Likeness[]): LookAlike {
  const { id, type, value, place, level, events, lastSeenMs } = issue;
  return {
    id,
    shortId: toShortId(issue.projectSlug, issue.number),
    type: cutToPageBytes(type, TEXT_BYTES),
    value: cutToPageBytes(value, TEXT_BYTES),
    place: cutToPageBytes(place, TEXT_BYTES),
    level,
    status: issue.state.status,
    events,
    lastSeenMs,
    alike: findOwn(ALIKE, alike.join(' ')) ?? '',
  };
}
