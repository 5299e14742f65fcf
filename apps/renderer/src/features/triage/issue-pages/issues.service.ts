import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { MergeStore } from '#product/triage/states';
import type { Issue } from '#product/recording/issues';
import { Clock, isEventId, to } from '#shared';
import { PageParts } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { toProjectTag } from '../../recording/changes/index.ts';
import { CountedEventsService } from './events/counted-events.ts';
import {
  isFiltering,
  issuePage,
  printFilter,
  withoutTime,
} from '../../recording/issue-page/index.ts';
import type { EventFilter, IssueContext } from '../../recording/issue-page/index.ts';
import type { EventSearch } from '../event-list/index.ts';
import { toSummary } from '../issue-list/index.ts';
import { PLAIN_QUERY, toListAddress } from '../../recording/issue-list/index.ts';
import type { CountedEvents, IssuePageProps } from './issues.dto.ts';
import { ShownEvents } from './events/shown-events.ts';

export interface IssuePageRequest {
  readonly access: Access;
  /**
   * Undefined means the newest event that `within` finds, or else the newest event of the issue.
   */
  readonly eventId: string | undefined;
  readonly filter: EventFilter;
  readonly within: EventSearch;
  readonly query: Readonly<Record<string, unknown>>;
}

@Injectable()
export class IssuesService {
  constructor(
    private readonly issues: IssueStore,
    private readonly shown: ShownEvents,
    private readonly counted: CountedEventsService,
    private readonly merges: MergeStore,
    private readonly parts: PageParts,
    private readonly clock: Clock,
  ) {}

  async find(
    id: number,
    { access, eventId, filter, within, query }: IssuePageRequest,
  ): Promise<IssuePageProps | undefined> {
    if (eventId !== undefined && !isEventId(eventId)) return undefined;
    const nowMs = this.clock.nowMs();
    const [issue, found] = await Promise.all([
      this.issues.find(id, nowMs),
      this.shown.find(id, eventId, within),
    ]);
    const isMissing = !found && eventId !== undefined;
    if (!issue || isMissing) return undefined;
    const { projectSlug: slug } = issue;
    const read = await this.shown.read(found, access);
    const context: IssueContext = { issue, ...read, filter, access, query, nowMs };
    const parts = this.parts.load(issuePage, context);
    const page = { filter, eventId, nowMs };
    const [shown, chart, counted, recent, isRecounting] = await Promise.all([
      this.shown.describe(context, within),
      this.counted.draw(issue, page),
      this.counted.count(issue, page),
      this.counted.countRecent(issue, page),
      this.merges.isRecounting(id),
    ]);
    const readable = access.listProjects('issues.read');
    return {
      nowMs,
      parts,
      follows: [toProjectTag(issue.projectId)],
      recent,
      ofAll: isFiltering(withoutTime(filter))
        ? toListAddress({ query: PLAIN_QUERY, filter: withoutTime(filter) })
        : to('/issues'),
      ofProject:
        readable === 'all' || readable.length > 1
          ? toListAddress({ query: PLAIN_QUERY, project: { slug }, filter })
          : undefined,
      issue: { ...toShown(issue), ...(isRecounting ? { isRecounting } : {}) },
      chart,
      ...toFilterProps(filter, counted),
      ...shown,
    };
  }
}

function toFilterProps(
  filter: EventFilter,
  counted: CountedEvents | undefined,
): Pick<IssuePageProps, 'counted' | 'filterQuery'> {
  const filterQuery = printFilter(filter);
  return { counted, filterQuery: filterQuery === '' ? undefined : filterQuery };
}

function toShown(issue: Issue): IssuePageProps['issue'] {
  const { firstRelease, lastRelease, state } = issue;
  return {
    ...toSummary(issue),
    ...(firstRelease === undefined ? {} : { firstRelease }),
    ...(lastRelease === undefined ? {} : { lastRelease }),
    state,
  };
}
