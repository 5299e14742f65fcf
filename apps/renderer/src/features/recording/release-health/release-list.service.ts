import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { CountStore } from '#product/recording/counts';
import { ReleaseHealthStore, ReleaseListStore } from '#product/recording/release-health';
import type { ByProject, LastDeploy, ProjectRelease } from '#product/recording/release-health';
import { findLeastShare } from '#product/recording/release-health/rules';
import { Clock, sessionLimits, toFilterProps } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { chooseProjects, ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { toProjectTag } from '../changes/index.ts';
import { judgeListed, toLine } from './judge-listed.ts';
import type { JudgedRelease } from './judge-listed.ts';
import { toListAddress, toNewIssuesAddress, toReleaseAddress } from './release-address.pipe.ts';
import type { ReleaseAddress } from './release-address.pipe.ts';
import type { ReleaseGroup, ReleaseListProps, ReleaseRow } from './release-health.dto.ts';

const ROWS_PER_PAGE = 50;
const PROJECTS_PER_PAGE = 10;
/** Among so many projects, those whose newest release is worse come first. */
const JUDGED_PROJECTS = 50;
const MOST_WORDS = 10;
const MOST_ENVIRONMENTS = 50;

@Injectable()
export class ReleaseListService {
  constructor(
    private readonly releases: ReleaseListStore,
    private readonly health: ReleaseHealthStore,
    private readonly counts: CountStore,
    private readonly projects: ProjectsService,
    private readonly clock: Clock,
  ) {}

  /** Lists the releases of one project by time, or else the newest ones of each project. */
  async list(access: Access, address: ReleaseAddress): Promise<ReleaseListProps> {
    const { project, environment, query, before, from = 0 } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const { shown, fault } = chooseProjects(projects, project, (slug) =>
      toListAddress({ ...address, project: slug }),
    );
    const projectIds = shown.map(({ id }) => id);
    const isGrouped = shown.length > 1;
    const limit = Math.floor(ROWS_PER_PAGE / Math.min(shown.length || 1, PROJECTS_PER_PAGE));
    const nowMs = this.clock.nowMs();
    const [found, environments] = await Promise.all([
      this.releases.listByProject({
        projectIds,
        environment,
        words: toWords(query),
        before: isGrouped ? undefined : before,
        limit,
      }),
      this.counts.listNames({ kind: 'environment', projectIds, limit: MOST_ENVIRONMENTS }),
    ]);
    const { groups, isMore } = await this.choose(found, { environment, nowMs, from });
    const facts = await this.readFacts(groups.flat(), environment);
    const days = groups.flat().flatMap((each) => each.days);
    const least = findLeastShare(days, nowMs);
    const filters = toFilterProps({ project, environment, query }, toListAddress, [
      { name: 'project', label: 'Project', values: toProjectValues(projects) },
      { name: 'environment', label: 'Environment', values: environments.toSorted() },
    ]);
    const last = isGrouped || !found[0] || found[0].found <= limit ? undefined : found.at(-1);
    return {
      nowMs,
      tags: projectIds.map(toProjectTag),
      isGrouped,
      groups: groups.map((releases) =>
        toGroup(releases, { address, projects, least, nowMs, isGrouped, facts }),
      ),
      least,
      query: query ?? '',
      filters: { ...filters, fault },
      ...(found.length === 0 && filters.clear !== undefined
        ? { without: await this.releases.count(projects.map(({ id }) => id)) }
        : {}),
      ...(before || from > 0 ? { newest: filters.link } : {}),
      ...(last ? { older: toListAddress({ ...address, before: last }) } : {}),
      ...(isMore ? { older: toListAddress({ ...address, from: from + PROJECTS_PER_PAGE }) } : {}),
    };
  }

  /** Chooses the projects of the page: first those whose newest release is worse. */
  private async choose(
    found: readonly ProjectRelease[],
    {
      environment,
      nowMs,
      from,
    }: Pick<ReleaseAddress, 'environment'> & Record<'nowMs' | 'from', number>,
  ): Promise<{ readonly groups: readonly (readonly JudgedRelease[])[]; readonly isMore: boolean }> {
    const all = [...new Set(found.map(({ projectId }) => projectId))].map((id) =>
      found.filter(({ projectId }) => projectId === id),
    );
    const end = from + PROJECTS_PER_PAGE;
    const near = end <= JUDGED_PROJECTS ? all.slice(0, JUDGED_PROJECTS) : all.slice(from, end);
    const days = await this.health.listDays(
      near.flat().flatMap(({ version, previous }) => [version, ...(previous ? [previous] : [])]),
      {
        projectIds: near.map(([newest]) => newest!.projectId),
        sinceMs: nowMs - sessionLimits.hoursKeptMs,
        ...(environment === undefined ? {} : { environment }),
      },
    );
    const judged = near.map((releases) => judgeListed(releases, days, nowMs));
    const isWorse = ([newest]: readonly JudgedRelease[]) => newest?.verdict?.kind === 'worse';
    const ordered = judged.toSorted((a, b) => Number(isWorse(b)) - Number(isWorse(a)));
    const groups = end <= JUDGED_PROJECTS ? ordered.slice(from, end) : ordered;
    return { groups, isMore: all.length > end };
  }

  /** Reads what is told beside the sessions, once for all rows of the page. */
  private async readFacts(
    rows: readonly JudgedRelease[],
    environment: string | undefined,
  ): Promise<Facts> {
    const versions = [...new Set(rows.map(({ version }) => version))];
    const of = { projectIds: [...new Set(rows.map(({ projectId }) => projectId))], environment };
    const sinceMs = Math.min(...rows.map(({ firstSeenMs }) => firstSeenMs));
    const [deploys, newIssues, regressed] = await Promise.all([
      this.releases.listLastDeploys(versions, of),
      this.releases.countNewIssues(versions, { ...of, sinceMs }),
      this.releases.countRegressedIssues(versions, of),
    ]);
    return { deploys, newIssues, regressed };
  }
}

interface Facts {
  readonly deploys: ByProject<LastDeploy>;
  readonly newIssues: ByProject<number>;
  readonly regressed: ByProject<number>;
}

interface Shown extends Pick<ReleaseListProps, 'least' | 'nowMs' | 'isGrouped'> {
  readonly address: ReleaseAddress;
  readonly projects: readonly Project[];
  readonly facts: Facts;
}

function toGroup(
  releases: readonly JudgedRelease[],
  { address: { environment, query }, projects, least, nowMs, isGrouped, facts }: Shown,
): ReleaseGroup {
  const { projectId, found } = releases[0]!;
  const { slug, name } = projects.find(({ id }) => id === projectId)!;
  // A version may be in several projects. Its page then shows the project of this row.
  const project = projects.length > 1 ? { project: slug } : {};
  const toRow = ({ version, firstSeenMs, ...judged }: JudgedRelease): ReleaseRow => {
    const deploy = facts.deploys.get(projectId)?.get(version);
    return {
      version,
      href: toReleaseAddress(version, project),
      firstSeenMs,
      verdict: judged.verdict,
      ...toLine(judged.days, { least, nowMs }),
      crashFree: judged.crashFree,
      unhandledFree: judged.unhandledFree,
      newIssues: facts.newIssues.get(projectId)?.get(version) ?? 0,
      newIssuesHref: toNewIssuesAddress(version, { environment, ...project }),
      regressedIssues: facts.regressed.get(projectId)?.get(version) ?? 0,
      ...(deploy ? { deploy } : {}),
    };
  };
  return {
    project: name,
    found,
    ...(isGrouped && found > releases.length
      ? { all: toListAddress({ environment, query, project: slug }) }
      : {}),
    rows: releases.map(toRow),
  };
}

function toWords(query: string | undefined): readonly string[] {
  return query?.split(/\s+/).slice(0, MOST_WORDS) ?? [];
}
