import { Injectable } from '@nestjs/common';
import { EventStore, IssueStore } from '#persistence';
import type { Issue } from '#persistence';
import { Clock, isEventId, toShortId } from '#shared';
import { ProjectsService } from '../projects/index.ts';
import { PeopleService } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { HistoryService } from './history/history.service.ts';
import type {
  IssueListProps,
  IssueListRow,
  IssuePageProps,
  IssueSummary,
  ListedStatus,
  TriageOffer,
} from './issues.dto.ts';

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
    private readonly clock: Clock,
  ) {}

  /** Of the projects that may be seen. */
  async list({ access, status, before }: ListWish): Promise<IssueListProps> {
    const nowMs = this.clock.nowMs();
    const projects = access.listProjects('issues.read');
    const found = await this.issues.list({
      limit: ISSUES_PER_PAGE + 1,
      nowMs,
      ...(before ? { before } : {}),
      ...(status === 'all' ? {} : { status }),
      ...(projects === 'all' ? {} : { projectIds: projects }),
    });
    const shown = found.slice(0, ISSUES_PER_PAGE);
    const [hours, names, triage, gettingStarted] = await Promise.all([
      this.issues.listHourBars({ issueIds: shown.map(({ id }) => id), nowMs, hours: HOURS }),
      this.people.listNames(shown.flatMap(({ assigneeId }) => assigneeId ?? [])),
      this.offer(access, access.listProjects('issues.triage')),
      found.length === 0 && !before ? this.findGettingStarted(access) : undefined,
    ]);
    const last = found.length > ISSUES_PER_PAGE ? shown.at(-1) : undefined;
    return {
      nowMs,
      status,
      issues: shown.map((issue) => ({
        ...toSummary(issue),
        ...toStanding(issue, names),
        hours: hours.get(issue.id) ?? [],
      })),
      ...(triage ? { triage } : {}),
      ...(last ? { nextPage: toAddress(status, last) } : {}),
      ...(gettingStarted ? { gettingStarted } : {}),
    };
  }

  /** The issue with one of its events; undefined when there is none such. */
  async find(
    id: number,
    { access, eventId, beyond }: PageWish,
  ): Promise<IssuePageProps | undefined> {
    if (eventId !== undefined && !isEventId(eventId)) return undefined;
    const nowMs = this.clock.nowMs();
    const [issue, event, minutes, hours, history] = await Promise.all([
      this.issues.find(id, nowMs),
      this.events.find(id, eventId),
      this.issues.getMinuteBars({ issueId: id, nowMs, minutes: MINUTES }),
      this.issues.listHourBars({ issueIds: [id], nowMs, hours: HOURS }),
      this.history.list(id, { beyond, readerId: access.user?.id }),
    ]);
    if (!issue || !event) return undefined;
    const { firstRelease, lastRelease, projectId, state, assigneeId } = issue;
    const { byUserId } = state;
    const [names, triage] = await Promise.all([
      this.people.listNames([byUserId, assigneeId].filter((each) => each !== undefined)),
      this.offer(access, access.can('issues.triage', projectId) ? [projectId] : []),
    ]);
    const stateBy = byUserId === undefined ? undefined : names.get(byUserId);
    return {
      nowMs,
      issue: {
        ...toSummary(issue),
        ...(firstRelease === undefined ? {} : { firstRelease }),
        ...(lastRelease === undefined ? {} : { lastRelease }),
        minutes,
        hours: hours.get(id) ?? [],
        state,
        ...(stateBy === undefined ? {} : { stateBy }),
        ...(assigneeId === undefined
          ? {}
          : { assignee: { id: assigneeId, name: names.get(assigneeId) ?? '' } }),
      },
      ...(triage ? { triage } : {}),
      canComment: access.can('issues.comment', projectId),
      canDelete: access.can('issues.delete', projectId),
      history,
      ...event,
    };
  }

  /**
   * In place of a list that is empty because nothing has been reported yet, for who may see keys; and for guests, who
   * have just started it.
   */
  private async findGettingStarted(access: Access) {
    const projects = access.listProjects('issues.read');
    const among = projects === 'all' ? {} : { projectIds: projects };
    const isEmpty = (await this.issues.list({ limit: 1, ...among })).length === 0;
    if (!isEmpty) return undefined;
    return this.projects.findFirstDsn(access.isGuest ? 'all' : access.listProjects('project.keys'));
  }

  /** Undefined for who may not. `projects`: ids of those in which they may. */
  private async offer(
    { user }: Access,
    projects: 'all' | readonly number[],
  ): Promise<TriageOffer | undefined> {
    if (!user || projects.length === 0) return undefined;
    return { selfId: user.id, people: await this.people.listWith('issues.triage', projects) };
  }
}

/** What of an issue's state and assignee a row has to say. */
function toStanding(
  { state, assigneeId }: Issue,
  names: ReadonlyMap<number, string>,
): Pick<IssueListRow, 'state' | 'assignee'> {
  const assignee = assigneeId === undefined ? undefined : names.get(assigneeId);
  const isPlain = state.status === 'unresolved' && state.kind === 'new';
  return {
    ...(isPlain ? {} : { state }),
    ...(assignee === undefined ? {} : { assignee }),
  };
}

function toAddress(status: ListedStatus, { lastSeenMs, id }: PageCursor): string {
  const filter = status === 'unresolved' ? '' : `status=${status}&`;
  return `/issues?${filter}before=${lastSeenMs}-${id}`;
}

function toSummary(issue: Issue): IssueSummary {
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
