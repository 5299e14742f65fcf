import { Injectable } from '@nestjs/common';
import { EventStore, IssueStore } from '#persistence';
import type { EventInIssue, Issue, Project } from '#persistence';
import { printStack, readPayload, readStub } from '#events';
import { toRawEvent } from './raw-event.ts';
import type { RawEvent } from './raw-event.ts';
import { Clock, isEventId } from '#shared';
import type { NormalisedEvent } from '#shared';
import { BoundsService } from '../bounds/index.ts';
import { ProjectsService } from '../projects/index.ts';
import { PeopleService } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { toSnippets } from './getting-started.ts';
import { explainGrouping } from './grouping/explain-grouping.ts';
import { listLookAlikes } from './grouping/list-look-alikes.ts';
import { HistoryService } from './history/history.service.ts';
import { toSummary } from './issue-summary.ts';
import { toListedType } from './listed-type.ts';
import type {
  IssueListProps,
  IssueListRow,
  IssuePageProps,
  ListedStatus,
  TriageOffer,
} from './issues.dto.ts';
import { explainEmpty, explainSilence, IN_NO_PROJECT, toListAddress, toTabs } from './listing.ts';
import type { Listing } from './listing.ts';

const ISSUES_PER_PAGE = 100;
const HOURS = 24;
const MINUTES = 60;

export interface PageCursor {
  readonly lastSeenMs: number;
  readonly id: number;
}

export interface ListWish {
  readonly access: Access;
  readonly status: ListedStatus;
  /** Slug of the one project that is asked for. */
  readonly project?: string | undefined;
  readonly before: PageCursor | undefined;
}

export interface PageWish {
  readonly access: Access;
  /** The latest unless said. */
  readonly eventId: string | undefined;
  /** Id of the last entry of the page of history before. */
  readonly beyond: number | undefined;
}

/** What the pages of issues show. */
@Injectable()
export class IssuesService {
  constructor(
    private readonly issues: IssueStore,
    private readonly events: EventStore,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly history: HistoryService,
    private readonly bounds: BoundsService,
    private readonly clock: Clock,
  ) {}

  /** Of the projects that may be seen; undefined when the one that is asked for may not. */
  async list({
    access,
    status,
    project: slug,
    before,
  }: ListWish): Promise<IssueListProps | undefined> {
    const nowMs = this.clock.nowMs();
    const readable = access.listProjects('issues.read');
    const listProjects = this.projects.list(readable);
    const project = slug === undefined ? undefined : await findBySlug(listProjects, slug);
    if (slug !== undefined && !project) return undefined;
    const listing = { status, project };
    const within = (ids: ProjectIds): ProjectIds =>
      project ? [project.id].filter((id) => ids === 'all' || ids.includes(id)) : ids;
    const [found, projects] = await Promise.all([
      this.issues.list({
        limit: ISSUES_PER_PAGE + 1,
        nowMs,
        ...(before ? { before } : {}),
        ...(status === 'all' ? {} : { status }),
        ...toFilter(within(readable)),
      }),
      listProjects,
    ]);
    const shown = found.slice(0, ISSUES_PER_PAGE);
    const [hours, names, triage, notices, emptiness] = await Promise.all([
      this.issues.listHourBars({ issueIds: shown.map(({ id }) => id), nowMs, hours: HOURS }),
      this.people.listNames(shown.flatMap(({ assigneeId }) => assigneeId ?? [])),
      this.offer(access, within(access.listProjects('issues.triage'))),
      this.bounds.listNotices(access),
      found.length === 0 ? this.explain(access, listing, { within, before }) : {},
    ]);
    const last = found.length > ISSUES_PER_PAGE ? shown.at(-1) : undefined;
    return {
      nowMs,
      status,
      tabs: toTabs(listing),
      ...(project ? { project: { slug: project.slug, name: project.name } } : {}),
      ...(projects.length > 1 ? { projects: toOptions(projects) } : {}),
      notices,
      issues: shown.map((issue) => toRow(issue, { hours: hours.get(issue.id) ?? [], names })),
      ...(triage ? { triage } : {}),
      ...(last ? { nextPage: toListAddress(listing, `${last.lastSeenMs}-${last.id}`) } : {}),
      ...emptiness,
    };
  }

  /** The issue with one of its events; undefined when there is none such. */
  async find(
    id: number,
    { access, eventId, beyond }: PageWish,
  ): Promise<IssuePageProps | undefined> {
    if (eventId !== undefined && !isEventId(eventId)) return undefined;
    const nowMs = this.clock.nowMs();
    const [issue, found, minutes, hours, history] = await Promise.all([
      this.issues.find(id, nowMs),
      this.events.find(id, eventId),
      this.issues.getMinuteBars({ issueId: id, nowMs, minutes: MINUTES }),
      this.issues.listHourBars({ issueIds: [id], nowMs, hours: HOURS }),
      this.history.list(id, { beyond, readerId: access.user?.id }),
    ]);
    const isMissing = !found && eventId !== undefined;
    if (!issue || isMissing) return undefined;
    const { projectId, projectSlug: slug, state, assigneeId } = issue;
    const [names, triage, shown] = await Promise.all([
      this.people.listNames([state.byUserId, assigneeId].filter((each) => each !== undefined)),
      this.offer(access, access.can('issues.triage', projectId) ? [projectId] : []),
      this.show(issue, found, nowMs),
    ]);
    const readable = access.listProjects('issues.read');
    return {
      nowMs,
      ...(readable === 'all' || readable.length > 1
        ? { ofProject: toListAddress({ status: 'unresolved', project: { slug } }) }
        : {}),
      issue: toShown(issue, { names, minutes, hours: hours.get(id) ?? [] }),
      ...(triage ? { triage } : {}),
      ...toOffers(issue, access),
      history,
      ...shown,
    };
  }

  /** Retention leaves issues without events. */
  private async show(issue: Issue, found: EventInIssue | undefined, nowMs: number) {
    if (!found) return { daysKept: await this.bounds.getDaysKept(issue.projectId) };
    const alike = await listLookAlikes(this.issues, { issue, found, nowMs });
    return { ...alike, ...toEventProps(found) };
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

  /**
   * What stands in place of a list that is empty: where nothing has ever been reported how to, for who may see keys
   * and for guests, who have just started it, and for all others who knows.
   */
  private async explain(
    access: Access,
    listing: Listing,
    { within, before }: { within: (ids: ProjectIds) => ProjectIds; before: PageCursor | undefined },
  ): Promise<Pick<IssueListProps, 'gettingStarted' | 'nothing'>> {
    const readable = within(access.listProjects('issues.read'));
    if (readable.length === 0) return { nothing: IN_NO_PROJECT };
    const hasEverHad = await this.issues.hasEverHad(readable === 'all' ? undefined : readable);
    if (hasEverHad || before) return { nothing: explainEmpty(listing, before !== undefined) };
    const keys = within(access.isGuest ? 'all' : access.listProjects('project.keys'));
    const dsn = await this.projects.findFirstDsn(keys);
    if (dsn) {
      const snippets = toSnippets(dsn);
      return { gettingStarted: { snippets, tunnel: dsn.tunnel, href: toListAddress(listing) } };
    }
    if (keys === 'all' || keys.length > 0) return { nothing: explainSilence(listing, undefined) };
    const admins = await this.people.listWith('project.keys', readable);
    const names = admins.map(({ name }) => name);
    return { nothing: explainSilence(listing, names) };
  }

  /** Undefined for who may not. `projects`: ids of those in which they may. */
  private async offer({ user }: Access, projects: ProjectIds): Promise<TriageOffer | undefined> {
    if (!user || projects.length === 0) return undefined;
    return { selfId: user.id, people: await this.people.listWith('issues.triage', projects) };
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
function toEventProps(
  found: EventInIssue,
): Pick<IssuePageProps, 'event' | 'grouping' | 'notKept' | 'olderEventId' | 'newerEventId'> {
  const { notKept, olderEventId, newerEventId } = found;
  return {
    event: readFound(found),
    grouping: explainGrouping(found),
    ...(notKept ? { notKept } : {}),
    ...(olderEventId === undefined ? {} : { olderEventId }),
    ...(newerEventId === undefined ? {} : { newerEventId }),
  };
}

/** What is said of its state and assignee is what is not as it was from the beginning. */
function toRow(
  issue: Issue,
  { hours, names }: { hours: readonly number[]; names: ReadonlyMap<number, string> },
): IssueListRow {
  const { state, assigneeId } = issue;
  const row = { ...toSummary(issue), type: toListedType(issue.type), hours };
  const assignee = assigneeId === undefined ? undefined : names.get(assigneeId);
  const isPlain = state.status === 'unresolved' && state.kind === 'new';
  // As by far the most are.
  if (isPlain && assignee === undefined) return row;
  return { ...row, ...(isPlain ? {} : { state }), ...(assignee === undefined ? {} : { assignee }) };
}

type ProjectIds = 'all' | readonly number[];

function toFilter(projects: ProjectIds): { projectIds?: readonly number[] } {
  return projects === 'all' ? {} : { projectIds: projects };
}

async function findBySlug(
  projects: Promise<readonly Project[]>,
  slug: string,
): Promise<Project | undefined> {
  return (await projects).find((each) => each.slug === slug);
}

function toOptions(projects: readonly Project[]): NonNullable<IssueListProps['projects']> {
  const named = projects.map(({ slug, name }) => [slug, name] as const);
  const byName = named.toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
  return [['', 'All projects'], ...byName];
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
