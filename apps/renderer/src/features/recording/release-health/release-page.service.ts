import { Injectable } from '@nestjs/common';
import { ReleaseListStore } from '#product/recording/release-health';
import type { ListedRelease, ReleaseIssue } from '#product/recording/release-health';
import type { Project } from '#product/projects/projects';
import { ReportedReleaseStore } from '#product/recording/releases';
import type { ToldDeploy } from '#product/recording/releases';
import { Clock, to, toShortId } from '#shared';
import { PeopleService } from '../../projects/members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { toProjectTag } from '../changes/index.ts';
import { layOutNames, listTimeTicks } from '../../../charts/index.ts';
import { toNewIssuesAddress } from './release-address.pipe.ts';
import type { ReleaseAddress } from './release-address.pipe.ts';
import { toCommitRow } from './release-commits.ts';
import { HOUR_MS, HOURS, ReleaseComparison } from './release-comparison.ts';
import { listNamedIssues, toUnresolvedFixes } from './unresolved-fixes.ts';
import type { DeployMark, ReleaseIssueRow, ReleaseProps } from './release-health.dto.ts';

const ISSUES = 20;
const COMMITS = 50;
type Reported = Pick<ReleaseProps, 'commits' | 'commitCount'> & {
  readonly deploys: readonly ToldDeploy[];
};

@Injectable()
export class ReleasePageService {
  constructor(
    private readonly releases: ReleaseListStore,
    private readonly comparison: ReleaseComparison,
    private readonly reported: ReportedReleaseStore,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares with the release that the address names, or else with the one before. Resolves with
   * undefined when no project that the visitor sees and the address names knows the version.
   */
  async show(
    access: Access,
    version: string,
    { project, with: wanted }: Pick<ReleaseAddress, 'project' | 'with'>,
  ): Promise<ReleaseProps | undefined> {
    const visible = await this.projects.list(access.listProjects('issues.read'));
    const projects = visible.filter(({ slug }) => project === undefined || slug === project);
    const release = await this.releases.find(
      version,
      projects.map(({ id }) => id),
    );
    if (!release) return undefined;
    const { projectIds } = release;
    const nowMs = this.clock.nowMs();
    const firstHourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
    const compared = await this.comparison.read(release, { project, wanted, nowMs, firstHourMs });
    const [hours, reported, newIssues, regressed, resolved] = await Promise.all([
      this.comparison.listHours(release, firstHourMs),
      this.readReported(release, visible),
      this.releases.listNewIssues(release.version, { projectIds, limit: ISSUES }),
      this.releases.listRegressedIssues(release.version, { projectIds, limit: ISSUES }),
      this.releases.listResolvedIssues(release.version, {
        projectIds,
        previous: compared.previous?.version,
        limit: ISSUES,
      }),
    ]);
    const { deploys, ...commits } = reported;
    const marks = toMarks(deploys, firstHourMs);
    return {
      nowMs,
      tags: projectIds.map(toProjectTag),
      version: release.version,
      projects: projects.flatMap(({ id, name }) => (projectIds.includes(id) ? [name] : [])),
      project,
      firstSeenMs: release.firstSeenMs,
      ...compared.props,
      hours,
      ticks: listTimeTicks(firstHourMs, firstHourMs + HOURS * HOUR_MS, 4),
      marks,
      names: layOutNames(
        marks.map(({ environment, hour }) => ({ name: environment, at: hour / HOURS })),
      ),
      newIssues: newIssues.map(toIssueRow),
      newIssuesHref: toNewIssuesAddress(release.version, { project }),
      regressedIssues: regressed.map(toIssueRow),
      resolvedIssues: resolved.map(toIssueRow),
      environments: toEnvironments(deploys),
      ...commits,
    };
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

function toMarks(deploys: readonly ToldDeploy[], firstHourMs: number): readonly DeployMark[] {
  return deploys
    .map(({ environment, finishedAtMs }) => ({
      environment,
      atMs: finishedAtMs,
      hour: Math.floor((finishedAtMs - firstHourMs) / HOUR_MS),
    }))
    .filter(({ hour }) => hour >= 0 && hour < HOURS)
    .toSorted((a, b) => b.atMs - a.atMs);
}

function isOfAny(deploy: ToldDeploy, projectIds: readonly number[]): boolean {
  return deploy.projectIds?.some((id) => projectIds.includes(id)) ?? true;
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
