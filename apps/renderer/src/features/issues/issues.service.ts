import { Injectable } from '@nestjs/common';
import { EventStore, IssueStore } from '#persistence';
import type { Issue } from '#persistence';
import { Clock, isEventId, toShortId } from '#shared';
import { ProjectsService } from '../projects/index.ts';
import type { IssueListProps, IssuePageProps, IssueSummary } from './issues.dto.ts';

const ISSUES_PER_PAGE = 100;
const HOURS = 24;
const MINUTES = 60;

export interface PageCursor {
  readonly lastSeenMs: number;
  readonly id: number;
}

/** What the pages of issues show. */
@Injectable()
export class IssuesService {
  constructor(
    private readonly issues: IssueStore,
    private readonly events: EventStore,
    private readonly projects: ProjectsService,
    private readonly clock: Clock,
  ) {}

  async list(before?: PageCursor): Promise<IssueListProps> {
    const nowMs = this.clock.nowMs();
    const found = await this.issues.list({
      limit: ISSUES_PER_PAGE + 1,
      ...(before ? { before } : {}),
    });
    const shown = found.slice(0, ISSUES_PER_PAGE);
    const hours = await this.issues.listHourBars({
      issueIds: shown.map((issue) => issue.id),
      nowMs,
      hours: HOURS,
    });
    const gettingStarted =
      found.length === 0 && !before ? await this.projects.findFirstDsn() : undefined;
    const last = found.length > ISSUES_PER_PAGE ? shown.at(-1) : undefined;
    return {
      nowMs,
      issues: shown.map((issue) => ({ ...toSummary(issue), hours: hours.get(issue.id) ?? [] })),
      ...(last ? { nextPage: `?before=${last.lastSeenMs}-${last.id}` } : {}),
      ...(gettingStarted ? { gettingStarted } : {}),
    };
  }

  /** The issue with its latest event, or the one of `eventId`; undefined when there is none such. */
  async find(id: number, eventId?: string): Promise<IssuePageProps | undefined> {
    if (eventId !== undefined && !isEventId(eventId)) return undefined;
    const nowMs = this.clock.nowMs();
    const [issue, event, minutes, hours] = await Promise.all([
      this.issues.find(id),
      this.events.find(id, eventId),
      this.issues.getMinuteBars({ issueId: id, nowMs, minutes: MINUTES }),
      this.issues.listHourBars({ issueIds: [id], nowMs, hours: HOURS }),
    ]);
    if (!issue || !event) return undefined;
    const { firstRelease, lastRelease } = issue;
    return {
      nowMs,
      issue: {
        ...toSummary(issue),
        ...(firstRelease === undefined ? {} : { firstRelease }),
        ...(lastRelease === undefined ? {} : { lastRelease }),
        minutes,
        hours: hours.get(id) ?? [],
      },
      ...event,
    };
  }
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
