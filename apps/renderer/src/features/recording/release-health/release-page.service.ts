import { Injectable } from '@nestjs/common';
import { ReleaseHealthStore, ReleaseListStore } from '#product/recording/release-health';
import type {
  ListedRelease,
  ReleaseIssue,
  SummedSessions,
} from '#product/recording/release-health';
import { compareReleases, toReleaseNumbers } from '#product/recording/release-health/rules';
import type { Project } from '#product/projects/projects';
import { ReportedReleaseStore } from '#product/recording/releases';
import type { ToldDeploy } from '#product/recording/releases';
import { Clock, to, toShortId } from '#shared';
import { PeopleService } from '../../projects/members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { toProjectTag } from '../changes/index.ts';
import { toNewIssuesAddress, toReleaseAddress } from './release-address.pipe.ts';
import { toCommitRow } from './release-commits.ts';
import { FIGURES_OF_MS, toFigures } from './release-figures.ts';
import { listNamedIssues, toUnresolvedFixes } from './unresolved-fixes.ts';
import type { ReleaseHour, ReleaseIssueRow, ReleaseProps } from './release-health.dto.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 72;
const ISSUES = 20;
const COMMITS = 50;

type Reported = Pick<ReleaseProps, 'commits' | 'commitCount'> & {
  readonly deploys: readonly ToldDeploy[];
};

@Injectable()
export class ReleasePageService {
  constructor(
    private readonly releases: ReleaseListStore,
    private readonly health: ReleaseHealthStore,
    private readonly reported: ReportedReleaseStore,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /** Resolves with undefined when no project that the visitor sees knows the version. */
  async show(access: Access, version: string): Promise<ReleaseProps | undefined> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const release = await this.releases.find(
      version,
      projects.map(({ id }) => id),
    );
    if (!release) return undefined;
    const { projectIds } = release;
    const nowMs = this.clock.nowMs();
    const firstHourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
    const [previous] = await this.releases.list({ projectIds, before: release, limit: 1 });
    const compared = previous ? [release.version, previous.version] : [release.version];
    const [sums, sumsBefore, hours, reported, newIssues, regressed, resolved] = await Promise.all([
      this.health.sumByRelease({
        projectIds,
        sinceMs: nowMs - FIGURES_OF_MS,
        versions: compared,
      }),
      previous && this.sumAround(release, previous),
      this.health.listHours(release.version, { projectIds, sinceMs: firstHourMs }),
      this.readReported(release, projects),
      this.releases.listNewIssues(release.version, { projectIds, limit: ISSUES }),
      this.releases.listRegressedIssues(release.version, { projectIds, limit: ISSUES }),
      this.releases.listResolvedIssues(release.version, {
        projectIds,
        previous: previous?.version,
        limit: ISSUES,
      }),
    ]);
    const { deploys, ...commits } = reported;
    return {
      nowMs,
      tags: projectIds.map(toProjectTag),
      version: release.version,
      projects: projects.flatMap(({ id, name }) => (projectIds.includes(id) ? [name] : [])),
      firstSeenMs: release.firstSeenMs,
      figures: toFigures(sums, release),
      ...(previous && sumsBefore
        ? { previous: toPrevious({ sums, sumsBefore }, release, previous) }
        : {}),
      hours: toEveryHour(hours, firstHourMs),
      marks: deploys
        .map(({ environment, finishedAtMs }) => ({
          name: environment,
          hour: Math.floor((finishedAtMs - firstHourMs) / HOUR_MS),
        }))
        .filter(({ hour }) => hour >= 0 && hour < HOURS)
        .toSorted((a, b) => b.hour - a.hour),
      newIssues: newIssues.map(toIssueRow),
      newIssuesHref: toNewIssuesAddress(release.version),
      regressedIssues: regressed.map(toIssueRow),
      resolvedIssues: resolved.map(toIssueRow),
      environments: toEnvironments(deploys),
      ...commits,
    };
  }

  /** Sums sessions of the previous release from the day before the release until the day after. */
  private sumAround(
    { projectIds, firstSeenMs }: ListedRelease,
    previous: ListedRelease,
  ): Promise<SummedSessions> {
    return this.health.sumByRelease({
      projectIds,
      sinceMs: firstSeenMs - DAY_MS,
      beforeMs: firstSeenMs + 2 * DAY_MS,
      versions: [previous.version],
    });
  }

  /** Reads commits and deploys, when the release was reported for one of these projects. */
  private async readReported(
    { version, projectIds }: ListedRelease,
    projects: readonly Project[],
  ): Promise<Reported> {
    const told = await this.reported.find(version);
    if (!told?.projectIds.some((id) => projectIds.includes(id))) {
      return { deploys: [], commits: [], commitCount: 0 };
    }
    const [deploys, commits, members] = await Promise.all([
      this.reported.listDeploys(told.id),
      this.reported.listCommits(told.id),
      this.people.listActive(projectIds),
    ]);
    const shown = commits.slice(0, COMMITS);
    const named = listNamedIssues(shown, { projects });
    const isKnown = await this.releases.findNamedIssues(named);
    const facts = { projects, ofRelease: told.projectIds, isKnown };
    return {
      deploys: deploys.filter((deploy) => isOfAny(deploy, projectIds)),
      commits: shown.map((commit) => ({
        ...toCommitRow(commit, members),
        unresolved: toUnresolvedFixes(commit, facts),
      })),
      commitCount: commits.length,
    };
  }
}

/**
 * Nobody may use the previous release any more. Its shares without crashes are therefore those of
 * the days when the newer release was first seen.
 */
function toPrevious(
  { sums, sumsBefore }: Record<'sums' | 'sumsBefore', SummedSessions>,
  release: ListedRelease,
  previous: ListedRelease,
): NonNullable<ReleaseProps['previous']> {
  const then = toReleaseNumbers(sumsBefore, previous);
  const { adoption } = toReleaseNumbers(sums, previous);
  const { crashFree, unhandledFree, crashFreeUsers } = then;
  const verdict = compareReleases(toReleaseNumbers(sums, release), then);
  return {
    version: previous.version,
    href: toReleaseAddress(previous.version),
    firstSeenMs: previous.firstSeenMs,
    figures: { adoption, crashFree, unhandledFree, crashFreeUsers },
    ...(verdict && { verdict }),
  };
}

function isOfAny(deploy: ToldDeploy, projectIds: readonly number[]): boolean {
  return deploy.projectIds?.some((id) => projectIds.includes(id)) ?? true;
}

function toEveryHour(hours: readonly ReleaseHour[], firstHourMs: number): ReleaseHour[] {
  const known = new Map(hours.map((hour) => [hour.startsAtMs, hour]));
  return Array.from({ length: HOURS }, (_, index) => {
    const startsAtMs = firstHourMs + index * HOUR_MS;
    return known.get(startsAtMs) ?? { startsAtMs, sessions: 0, crashed: 0 };
  });
}

function toIssueRow({ id, projectSlug, number, ...row }: ReleaseIssue): ReleaseIssueRow {
  const { type, value, events, users } = row;
  return {
    href: to('/issues/:id', { id }),
    shortId: toShortId(projectSlug, number),
    type,
    value,
    events,
    users,
  };
}

function toEnvironments(deploys: readonly ToldDeploy[]): ReleaseProps['environments'] {
  const names = [...new Set(deploys.map(({ environment }) => environment))];
  return names.map((name) => ({
    name,
    deploys: deploys
      .filter(({ environment }) => environment === name)
      .map((deploy) => ({
        id: deploy.id,
        atMs: deploy.finishedAtMs,
        ...(deploy.name === undefined ? {} : { name: deploy.name }),
      })),
  }));
}
