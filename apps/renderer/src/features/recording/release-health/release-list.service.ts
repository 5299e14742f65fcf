import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { CountStore } from '#product/recording/counts';
import { ReleaseHealthStore, ReleaseListStore } from '#product/recording/release-health';
import type { ListedRelease } from '#product/recording/release-health';
import { Clock, toFilterProps } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { toProjectTag } from '../changes/index.ts';
import { toListAddress, toNewIssuesAddress, toReleaseAddress } from './release-address.pipe.ts';
import type { ReleaseAddress } from './release-address.pipe.ts';
import { FIGURES_OF_MS, toFigures } from './release-figures.ts';
import type { ReleaseListProps, ReleaseRow } from './release-health.dto.ts';

const ROWS_PER_PAGE = 50;
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

  /** Resolves with undefined when the address names a project that the visitor may not see. */
  async list(access: Access, address: ReleaseAddress): Promise<ReleaseListProps | undefined> {
    const { project, environment, query, before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const shown =
      project === undefined ? projects : projects.filter(({ slug }) => slug === project);
    if (project !== undefined && shown.length === 0) return undefined;
    const projectIds = shown.map(({ id }) => id);
    const [found, environments] = await Promise.all([
      this.releases.list({
        projectIds,
        environment,
        words: toWords(query),
        before,
        limit: ROWS_PER_PAGE + 1,
      }),
      this.counts.listNames({ kind: 'environment', projectIds, limit: MOST_ENVIRONMENTS }),
    ]);
    const listed = found.slice(0, ROWS_PER_PAGE);
    const filters = toFilterProps({ project, environment, query }, toListAddress, [
      { name: 'project', label: 'Project', values: toProjectValues(projects) },
      { name: 'environment', label: 'Environment', values: environments.toSorted() },
    ]);
    return {
      nowMs: this.clock.nowMs(),
      tags: projectIds.map(toProjectTag),
      rows: await this.toRows(listed, shown, address),
      query: query ?? '',
      filters,
      ...(listed.length === 0 && filters.clear !== undefined
        ? { without: await this.releases.count(projects.map(({ id }) => id)) }
        : {}),
      ...(before ? { newest: filters.link } : {}),
      ...(found.length > ROWS_PER_PAGE
        ? { older: toListAddress({ ...address, before: listed.at(-1) }) }
        : {}),
    };
  }

  private async toRows(
    listed: readonly ListedRelease[],
    projects: readonly Project[],
    { project, environment }: ReleaseAddress,
  ): Promise<ReleaseRow[]> {
    if (listed.length === 0) return [];
    const projectIds = projects.map(({ id }) => id);
    const versions = listed.map(({ version }) => version);
    const sinceMs = Math.min(...listed.map(({ firstSeenMs }) => firstSeenMs));
    const [sums, deploys, newIssues] = await Promise.all([
      this.health.sumByRelease({
        projectIds,
        versions,
        sinceMs: this.clock.nowMs() - FIGURES_OF_MS,
        ...(environment === undefined ? {} : { environment }),
      }),
      this.releases.listLastDeploys(versions, { projectIds, environment }),
      this.releases.countNewIssues(versions, { projectIds, sinceMs }),
    ]);
    return listed.map((release) => {
      const { version, firstSeenMs, projectIds: ids } = release;
      const deploy = deploys.get(version);
      return {
        version,
        href: toReleaseAddress(version),
        projects: projects.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])),
        firstSeenMs,
        ...(deploy ? { deploy } : {}),
        figures: toFigures(sums, release),
        newIssues: newIssues.get(version) ?? 0,
        newIssuesHref: toNewIssuesAddress(version, { project, environment }),
      };
    });
  }
}

function toWords(query: string | undefined): readonly string[] {
  return query?.split(/\s+/).slice(0, MOST_WORDS) ?? [];
}
