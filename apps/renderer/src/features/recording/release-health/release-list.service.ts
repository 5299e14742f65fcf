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
import type { ReleaseGroup, ReleaseRow } from './release-health.dto.ts';

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
  async list(access: Access, address: ReleaseAddress) {
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
    const { chosen, isMore } = await this.choose(found, { environment, nowMs, from });
    const groups = await this.judge(chosen, { environment, nowMs });
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
      without:
        found.length === 0 && filters.clear !== undefined
          ? await this.releases.count(projects.map(({ id }) => id))
          : undefined,
      newest: before || from > 0 ? filters.link : undefined,
      older: last ? toListAddress({ ...address, before: last }) : undefined,
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
  ): Promise<{ readonly chosen: Groups; readonly isMore: boolean }> {
    const all = [...new Set(found.map(({ projectId }) => projectId))].map((id) =>
      found.filter(({ projectId }) => projectId === id),
    );
    const end = from + PROJECTS_PER_PAGE;
    const near = end <= JUDGED_PROJECTS ? all.slice(0, JUDGED_PROJECTS) : all.slice(from, end);
    const judged = await this.judge(
      near.map(([newest]) => [newest!]),
      { environment, nowMs },
    );
    const worse = new Set(
      judged.flatMap(([newest]) => (newest?.verdict?.kind === 'worse' ? newest.projectId : [])),
    );
    const isWorse = ([newest]: readonly ProjectRelease[]) => worse.has(newest!.projectId);
    const ordered = near.toSorted((a, b) => Number(isWorse(b)) - Number(isWorse(a)));
    const chosen = end <= JUDGED_PROJECTS ? ordered.slice(from, end) : ordered;
    return { chosen, isMore: all.length > end };
  }

  /** Judges the releases of each project by the ones before them. */
  private async judge(
    groups: Groups,
    { environment, nowMs }: Pick<ReleaseAddress, 'environment'> & { readonly nowMs: number },
  ): Promise<readonly (readonly JudgedRelease[])[]> {
    const releases = groups.flat();
    const previous = await this.releases.findPrevious(releases, environment);
    const days = await this.health.listDays(
      [
        ...releases.map(({ version }) => version),
        ...[...previous.values()].flatMap((each) => [...each.values()]),
      ],
      {
        projectIds: groups.map(([newest]) => newest!.projectId),
        sinceMs: nowMs - sessionLimits.hoursKeptMs,
        environment,
      },
    );
    return groups.map((each) => judgeListed(each, { previous, days, nowMs }));
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

/** Releases by project, the newest of each first. */
type Groups = readonly (readonly ProjectRelease[])[];

interface Facts {
  readonly deploys: ByProject<LastDeploy>;
  readonly newIssues: ByProject<number>;
  readonly regressed: ByProject<number>;
}

interface Shown {
  readonly nowMs: number;
  readonly isGrouped: boolean;
  /** The share at the bottom of each line. The top is all sessions. */
  readonly least: number;
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
    all:
      isGrouped && found > releases.length
        ? toListAddress({ environment, query, project: slug })
        : undefined,
    rows: releases.map(toRow),
  };
}

function toWords(query: string | undefined): readonly string[] {
  return query?.split(/\s+/).slice(0, MOST_WORDS) ?? [];
}
