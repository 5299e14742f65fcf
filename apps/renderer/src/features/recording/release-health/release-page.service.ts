import { Injectable } from '@nestjs/common';
import { ReleaseListStore } from '#product/recording/release-health';
import type { ReleaseIssue } from '#product/recording/release-health';
import { ReportedReleaseStore } from '#product/recording/releases';
import type { ToldDeploy } from '#product/recording/releases';
import { Clock, to, toShortId } from '#shared';
import { PageParts } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { toProjectTag } from '../changes/index.ts';
import { layOutNames, listTimeTicks } from '../../../charts/index.ts';
import { toNewIssuesAddress } from './release-address.pipe.ts';
import type { ReleaseAddress } from './release-address.pipe.ts';
import { releasePage } from './release-page.ts';
import { HOUR_MS, HOURS, ReleaseComparison } from './release-comparison.ts';
import type { DeployMark, ReleaseIssueRow } from './release-health.dto.ts';

const ISSUES = 20;

@Injectable()
export class ReleasePageService {
  constructor(
    private readonly releases: ReleaseListStore,
    private readonly comparison: ReleaseComparison,
    private readonly reported: ReportedReleaseStore,
    private readonly projects: ProjectsService,
    private readonly parts: PageParts,
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
  ) {
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
    const reported = await this.reported.find(version, projectIds);
    const isTold = reported?.projectIds.some((id) => projectIds.includes(id)) ?? false;
    const told = isTold ? reported : undefined;
    const [hours, deploys, newIssues, regressed, resolved] = await Promise.all([
      this.comparison.listHours(release, firstHourMs),
      told ? this.reported.listDeploys(told.id) : [],
      this.releases.listNewIssues(release.version, { projectIds, limit: ISSUES }),
      this.releases.listRegressedIssues(release.version, { projectIds, limit: ISSUES }),
      this.releases.listResolvedIssues(release.version, {
        projectIds,
        previous: compared.previous?.version,
        limit: ISSUES,
      }),
    ]);
    const own = deploys.filter((deploy) => isOfAny(deploy, projectIds));
    const marks = toMarks(own, firstHourMs);
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
      environments: toEnvironments(own),
      parts: this.parts.load(releasePage, { version, projectIds, projects: visible, told, access }),
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

function toEnvironments(deploys: readonly ToldDeploy[]) {
  const names = [...new Set(deploys.map(({ environment }) => environment))];
  return names.map((name) => ({
    name,
    deploys: deploys
      .filter(({ environment }) => environment === name)
      .map((deploy) => ({
        id: deploy.id,
        atMs: deploy.finishedAtMs,
        name: deploy.name,
      })),
  }));
}
