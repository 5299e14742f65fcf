import { Injectable } from '@nestjs/common';
import { EventStore } from '#product/recording/storage';
import { IssueStore } from '#product/recording/issues';
import { MergeStore } from '#product/triage/states';
import type { EventInIssue } from '#product/recording/storage';
import type { Issue } from '#product/recording/issues';
import { printStack, readPayload, readStub } from '#events';
import { toRawEvent } from './raw-event.ts';
import type { RawEvent } from './raw-event.ts';
import { Clock, isEventId, to } from '#shared';
import type { NormalisedEvent } from '#shared';
import { PageParts } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { toProjectTag } from '../../recording/changes/index.ts';
import { CodeView } from '../reprocessing/index.ts';
import { BoundsService } from '../../retention/bounds/index.ts';
import { CountedEventsService } from './filtering/counted-events.ts';
import {
  isFiltering,
  issuePage,
  numberFrames,
  printFilter,
  withoutTime,
} from '../../recording/issue-page/index.ts';
import type {
  EventFilter,
  IssueContext,
  IssuePartLoader,
  ShownEventExtension,
} from '../../recording/issue-page/index.ts';
import type { EventSearch } from '../event-list/index.ts';
import { EventPlaces } from './events/event-places.ts';
import { toSummary } from './issue-summary.ts';
import { PLAIN_QUERY, toListAddress, toUserAddress } from '../../recording/issue-list/index.ts';
import type { CountedEvents, IssuePageProps } from './issues.dto.ts';
import { IssueMarkdown } from './markdown/issue-markdown.ts';

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

type ReadEvent = Pick<IssueContext, 'found' | 'event' | 'shown'>;

@Injectable()
export class IssuesService {
  constructor(
    private readonly issues: IssueStore,
    private readonly events: EventStore,
    private readonly bounds: BoundsService,
    private readonly places: EventPlaces,
    private readonly counted: CountedEventsService,
    private readonly merges: MergeStore,
    private readonly codeView: CodeView,
    private readonly markdown: IssueMarkdown,
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
      this.findShown(id, eventId, within),
    ]);
    const isMissing = !found && eventId !== undefined;
    if (!issue || isMissing) return undefined;
    const { projectSlug: slug } = issue;
    const read = await this.read(found, access);
    const context: IssueContext = { issue, ...read, filter, access, query, nowMs };
    const parts = this.parts.load(issuePage, context);
    const page = { filter, eventId, nowMs };
    const [shown, chart, counted, recent, isRecounting] = await Promise.all([
      this.show(issue, context, within),
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
      ...(readable === 'all' || readable.length > 1
        ? { ofProject: toListAddress({ query: PLAIN_QUERY, project: { slug }, filter }) }
        : {}),
      issue: { ...toShown(issue), ...(isRecounting ? { isRecounting } : {}) },
      chart,
      ...toFilterProps(filter, counted),
      ...shown,
    };
  }

  private async show(issue: Issue, context: IssueContext, within: EventSearch) {
    const { found, shown } = context;
    if (!found || !shown) return { daysKept: await this.bounds.getDaysKept(issue.projectId) };
    const [place, event] = await Promise.all([
      this.places.describe(issue.id, found, within),
      this.extend(shown, context),
    ]);
    const ofUser = event.user && toUserAddress(event.user);
    return {
      ...(found.notKept ? { notKept: found.notKept } : {}),
      event,
      ...(ofUser === undefined ? {} : { ofUser }),
      ...place,
    };
  }

  private async extend(shown: NormalisedEvent, context: IssueContext): Promise<NormalisedEvent> {
    const extensions = this.parts.listExtensions(issuePage) as readonly ShownEventExtension[];
    let event = shown;
    for (const extension of extensions) event = await extension.extend(event, context);
    return event;
  }

  private async read(found: EventInIssue | undefined, access: Access): Promise<ReadEvent> {
    if (!found) return {};
    const event = readFound(found);
    const shown = await this.codeView.apply(event, found, access);
    return { found, event, shown: numberFrames(shown) };
  }

  private async findShown(
    issueId: number,
    eventId: string | undefined,
    within: EventSearch,
  ): Promise<EventInIssue | undefined> {
    const asked = eventId ?? (await this.places.findNewest(issueId, within));
    return this.events.find(issueId, asked);
  }

  async findRaw(issueId: number, eventId: string): Promise<RawEvent | undefined> {
    const found = await this.findEvent(issueId, eventId);
    if (!found) return undefined;
    const parts: readonly IssuePartLoader<unknown>[] = this.parts.list(issuePage);
    const added = await Promise.all(parts.flatMap((part) => part.toJson?.(found.event) ?? []));
    return Object.assign(toRawEvent(found), ...added) as RawEvent;
  }

  async findStackText(issueId: number, eventId: string): Promise<string | undefined> {
    const found = await this.findEvent(issueId, eventId);
    return found && printStack(readFound(found));
  }

  async findMarkdown(issueId: number, eventId: string): Promise<string | undefined> {
    const [issue, found] = await Promise.all([
      this.issues.find(issueId),
      this.findEvent(issueId, eventId),
    ]);
    return issue && found && this.markdown.print(issue, found);
  }

  private async findEvent(issueId: number, eventId: string): Promise<EventInIssue | undefined> {
    return isEventId(eventId) ? await this.events.find(issueId, eventId) : undefined;
  }
}

function readFound({ event, payload }: EventInIssue): NormalisedEvent {
  return payload ? readPayload(payload.json) : readStub(event);
}

function toFilterProps(
  filter: EventFilter,
  counted: CountedEvents | undefined,
): Pick<IssuePageProps, 'counted' | 'filterQuery'> {
  const filterQuery = printFilter(filter);
  return { ...(counted ? { counted } : {}), ...(filterQuery === '' ? {} : { filterQuery }) };
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
