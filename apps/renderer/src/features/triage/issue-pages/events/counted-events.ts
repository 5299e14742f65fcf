import { issueLimits, to } from '#shared';
import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import { CountStore } from '#product/recording/counts';
import type { CountSpan } from '#product/recording/counts';
import { ReleaseListStore } from '#product/recording/release-health';
import type { LastDeploy } from '#product/recording/release-health';
import type { Issue } from '#product/recording/issues';
import { layOutNames, listTimeTicks } from '../../../../charts/index.ts';
import type { CountedEvents, EventChart } from '../issues.dto.ts';
import {
  describeFilter,
  isFiltering,
  printFilter,
  toFilterSearch,
} from '../../../recording/issue-page/index.ts';
import type { EventFilter, RecentTime } from '../../../recording/issue-page/index.ts';
import { toSpan, toTimeBars } from '../../../recording/issue-page/index.ts';

const { recentMinutes: RECENT_MINUTES } = issueLimits;
const MARKS = 20;
const TICKS = 4;
/** Number of events that are read for each grouping key to count users. */
const EVENTS_FOR_USERS = 500;
const STEPS_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const OFFERED: readonly (readonly [RecentTime, string])[] = [
  ['1h', '1 h'],
  ['24h', '24 h'],
  ['14d', '14 d'],
  ['90d', '90 d'],
];

export interface CountedPage {
  readonly filter: EventFilter;
  readonly eventId: string | undefined;
  readonly nowMs: number;
}

@Injectable()
export class CountedEventsService {
  constructor(
    private readonly counts: CountStore,
    private readonly releases: ReleaseListStore,
  ) {}

  async count(
    { id: issueId, events: allEvents, users: allUsers }: Pick<Issue, 'id' | 'events' | 'users'>,
    { filter, eventId, nowMs }: CountedPage,
  ): Promise<CountedEvents | undefined> {
    if (!isFiltering(filter)) return undefined;
    const span = toSpan(filter, nowMs);
    const wanted = {
      issueIds: [issueId],
      search: toFilterSearch(filter),
      span,
    };
    const [counts, users] = await Promise.all([
      this.counts.count(wanted),
      this.counts.countUsers({ ...wanted, eventsPerGroup: EVENTS_FOR_USERS }),
    ]);
    const met = users.get(issueId) ?? 0;
    const { events = 0, lastSeenMs } = counts.get(issueId) ?? {};
    return {
      words: describeFilter(filter).replace('environment ', ''),
      clear: toIssueAddress(issueId, { eventId, filter: {} }),
      events,
      lastSeenMs,
      // The issue's own number of users is right when all events match, or when all users appear in
      // the events that were read. `usersAtLeast` is left out in these cases.
      usersAtLeast: events < allEvents && met < allUsers ? met : undefined,
    };
  }

  async countRecent(
    { id: issueId, lastSeenMs }: Pick<Issue, 'id' | 'lastSeenMs'>,
    { filter, nowMs }: CountedPage,
  ): Promise<number> {
    if (lastSeenMs <= nowMs - RECENT_MINUTES * STEPS_MS.minute) return 0;
    const span = { unit: 'minute', count: RECENT_MINUTES, endMs: nowMs } as const;
    const search = toFilterSearch(filter);
    const bars = await this.counts.listBars({ issueIds: [issueId], search, span });
    return (bars.get(issueId) ?? []).reduce((sum, count) => sum + count, 0);
  }

  async draw(
    { id: issueId, projectId }: Pick<Issue, 'id' | 'projectId'>,
    { filter, eventId, nowMs }: CountedPage,
  ): Promise<EventChart> {
    const { span, label } = toTimeBars(filter.time, nowMs);
    const steps = toSteps(span);
    const [bars, begun] = await Promise.all([
      this.counts.listBars({ issueIds: [issueId], search: toFilterSearch(filter), span }),
      this.counts.listBegun({ issueId, projectId, span, limit: MARKS }),
    ]);
    const lastDeploys = await this.releases.listLastDeploys(
      begun.map(({ release }) => release),
      { projectIds: [projectId], environment: filter.environment },
    );
    const deploys = lastDeploys.get(projectId) ?? new Map();
    const marks = begun.map((release) => toMark(release, deploys, steps));
    const shown = filter.time ?? '24h';
    return {
      label,
      values: bars.get(issueId) ?? [],
      ...steps,
      marks: marks.toReversed().map(({ what, atMs, place }) => ({ what, atMs, place })),
      names: layOutNames(
        marks.map(({ release, place }) => ({ name: release, at: place / span.count })),
      ),
      ticks: listTimeTicks(steps.firstMs, steps.firstMs + span.count * steps.stepMs, TICKS),
      ranges: OFFERED.map(([time, name]) => ({
        name,
        href: toIssueAddress(issueId, { eventId, filter: { ...filter, time } }),
        isCurrent: time === shown ? true : undefined,
      })),
    };
  }
}

/** A deploy within the chart tells better than the first event when the release came. */
function toMark(
  { release, atMs }: { readonly release: string; readonly atMs: number },
  deploys: ReadonlyMap<string, LastDeploy>,
  { firstMs, stepMs }: Pick<EventChart, 'firstMs' | 'stepMs'>,
): EventChart['marks'][number] & { readonly release: string } {
  const deploy = deploys.get(release);
  const place = Math.floor(((deploy?.atMs ?? atMs) - firstMs) / stepMs);
  return deploy && place >= 0
    ? { release, what: `${deploy.environment} deploy of ${release}`, atMs: deploy.atMs, place }
    : { release, what: `${release} began`, atMs, place: Math.floor((atMs - firstMs) / stepMs) };
}

function toSteps({
  unit,
  count,
  endMs,
}: CountSpan): Pick<EventChart, 'unit' | 'firstMs' | 'stepMs'> {
  const stepMs = STEPS_MS[unit];
  return { unit, stepMs, firstMs: Math.floor(endMs / stepMs) * stepMs - (count - 1) * stepMs };
}

function toIssueAddress(
  id: number,
  { eventId, filter }: Pick<CountedPage, 'eventId' | 'filter'>,
): Address {
  const parameters = [...(eventId === undefined ? [] : [`event=${eventId}`]), printFilter(filter)];
  const query = parameters.filter((part) => part !== '').join('&');
  return to('/issues/:id', { id }, { query });
}
