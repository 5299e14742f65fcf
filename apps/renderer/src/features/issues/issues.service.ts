import { Injectable } from '@nestjs/common';
import { EventStore, IssueStore } from '#persistence';
import type { EventInIssue, Issue } from '#persistence';
import { printStack, readPayload, readStub } from '#events';
import { toRawEvent } from './raw-event.ts';
import type { RawEvent } from './raw-event.ts';
import { Clock, isEventId } from '#shared';
import type { NormalisedEvent } from '#shared';
import { PeopleService } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { explainGrouping } from './grouping/explain-grouping.ts';
import { listLookAlikes } from './grouping/list-look-alikes.ts';
import type { EventFilter } from './events/event-filter.ts';
import { EventPlaces } from './events/event-places.ts';
import { HistoryService } from './history/history.service.ts';
import { toSummary } from './issue-summary.ts';
import type { IssuePageProps } from './issues.dto.ts';
import { PLAIN_QUERY, toListAddress } from './list/listing.ts';
import { offerTriage } from './triage/offer-triage.ts';

const HOURS = 24;
const MINUTES = 60;

export interface PageWish {
  readonly access: Access;
  /** The latest unless said, of those that the filter lets through where it lets any through. */
  readonly eventId: string | undefined;
  readonly filter: EventFilter;
  /** Id of the last entry of the page of history before. */
  readonly beyond: number | undefined;
}

/** What the page of an issue shows. */
@Injectable()
export class IssuesService {
  constructor(
    private readonly issues: IssueStore,
    private readonly events: EventStore,
    private readonly people: PeopleService,
    private readonly history: HistoryService,
    private readonly bounds: BoundsService,
    private readonly places: EventPlaces,
    private readonly clock: Clock,
  ) {}

  /** The issue with one of its events; undefined when there is none such. */
  async find(
    id: number,
    { access, eventId, filter, beyond }: PageWish,
  ): Promise<IssuePageProps | undefined> {
    if (eventId !== undefined && !isEventId(eventId)) return undefined;
    const nowMs = this.clock.nowMs();
    const [issue, found, minutes, hours, history] = await Promise.all([
      this.issues.find(id, nowMs),
      this.findShown(id, eventId, filter),
      this.issues.getMinuteBars({ issueId: id, nowMs, minutes: MINUTES }),
      this.issues.listHourBars({ issueIds: [id], nowMs, hours: HOURS }),
      this.history.list(id, { beyond, readerId: access.user?.id }),
    ]);
    const isMissing = !found && eventId !== undefined;
    if (!issue || isMissing) return undefined;
    const { projectId, projectSlug: slug, state, assigneeId } = issue;
    const [names, triage, shown] = await Promise.all([
      this.people.listNames([state.byUserId, assigneeId].filter((each) => each !== undefined)),
      offerTriage(this.people, access, access.can('issues.triage', projectId) ? [projectId] : []),
      this.show(issue, { found, filter, nowMs }),
    ]);
    const readable = access.listProjects('issues.read');
    return {
      nowMs,
      ...(readable === 'all' || readable.length > 1
        ? { ofProject: toListAddress({ query: PLAIN_QUERY, project: { slug } }) }
        : {}),
      issue: toShown(issue, { names, minutes, hours: hours.get(id) ?? [] }),
      ...(triage ? { triage } : {}),
      ...toOffers(issue, access),
      history,
      ...shown,
    };
  }

  /** Retention leaves issues without events. */
  private async show(
    issue: Issue,
    {
      found,
      filter,
      nowMs,
    }: { found: EventInIssue | undefined; filter: EventFilter; nowMs: number },
  ) {
    if (!found) return { daysKept: await this.bounds.getDaysKept(issue.projectId) };
    const [alike, place] = await Promise.all([
      listLookAlikes(this.issues, { issue, found, nowMs }),
      this.places.describe(issue.id, found, filter),
    ]);
    return { ...alike, ...toEventProps(found), ...place };
  }

  private async findShown(
    issueId: number,
    eventId: string | undefined,
    filter: EventFilter,
  ): Promise<EventInIssue | undefined> {
    const asked = eventId ?? (await this.places.findNewest(issueId, filter));
    return this.events.find(issueId, asked);
  }

  /** An event of that issue as it was sent; undefined when there is none such. */
  async findRaw(issueId: number, eventId: string): Promise<RawEvent | undefined> {
    const found = await this.findEvent(issueId, eventId);
    return found && toRawEvent(found);
  }

  /** The stack of an event of that issue as its language prints it; undefined when there is none such. */
  async findStackText(issueId: number, eventId: string): Promise<string | undefined> {
    const found = await this.findEvent(issueId, eventId);
    return found && printStack(readFound(found));
  }

  private async findEvent(issueId: number, eventId: string): Promise<EventInIssue | undefined> {
    return isEventId(eventId) ? await this.events.find(issueId, eventId) : undefined;
  }
}

function readFound({ event, payload }: EventInIssue): NormalisedEvent {
  return payload ? readPayload(payload.format, payload.json) : readStub(event);
}

/** What else may be done about it. */
function toOffers(
  { id, projectId }: Issue,
  access: Access,
): Pick<IssuePageProps, 'canComment' | 'canDelete' | 'canMerge' | 'ignore'> {
  return {
    canComment: access.can('issues.comment', projectId),
    canDelete: access.can('issues.delete', projectId),
    canMerge: access.can('issues.merge', projectId),
    ...(access.can('project.filters', projectId) ? { ignore: `/issues/${id}/ignore` } : {}),
  };
}

/** What the page has of the event that it shows. */
function toEventProps(found: EventInIssue): Pick<IssuePageProps, 'event' | 'grouping' | 'notKept'> {
  const { notKept } = found;
  return {
    event: readFound(found),
    grouping: explainGrouping(found),
    ...(notKept ? { notKept } : {}),
  };
}

/** With what only its own page says of it. */
function toShown(
  issue: Issue,
  {
    names,
    ...bars
  }: { readonly names: ReadonlyMap<number, string> } & Pick<
    IssuePageProps['issue'],
    'minutes' | 'hours'
  >,
): IssuePageProps['issue'] {
  const { firstRelease, lastRelease, state, assigneeId } = issue;
  const stateBy = state.byUserId === undefined ? undefined : names.get(state.byUserId);
  return {
    ...toSummary(issue),
    ...(firstRelease === undefined ? {} : { firstRelease }),
    ...(lastRelease === undefined ? {} : { lastRelease }),
    ...bars,
    state,
    ...(stateBy === undefined ? {} : { stateBy }),
    ...(assigneeId === undefined
      ? {}
      : { assignee: { id: assigneeId, name: names.get(assigneeId) ?? '' } }),
  };
}
