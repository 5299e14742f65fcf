import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { CountStore } from '#product/recording/counts';
import { ReleaseHealthStore, ReleaseListStore } from '#product/recording/release-health';
import type { ListedRelease } from '#product/recording/release-health';
import { Clock } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
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
    return {
      nowMs: this.clock.nowMs(),
      tags: projectIds.map(toProjectTag),
      rows: await this.toRows(listed, shown, address),
      filter: toFields(address),
      projects: projects.length < 2 ? [] : projects.map(({ slug, name }) => [slug, name]),
      environments: toOptions(environments, environment),
      ...(before ? { newest: toListAddress({ ...address, before: undefined }) } : {}),
      ...(found.length > ROWS_PER_PAGE
        ? { older: toListAddress({ ...address, before: listed.at(-1) }) }
        : {}),
      isFiltered: [project, environment, query, before].some((each) => each !== undefined),
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
        newIssuesHref: toNewIssuesAddress(version, project),
      };
    });
  }
}

function toFields(address: ReleaseAddress): ReleaseListProps['filter'] {
  const { project = '', environment = '', query = '' } = address;
  return { project, environment, query };
}

function toWords(query: string | undefined): readonly string[] {
  return query?.split(/\s+/).slice(0, MOST_WORDS) ?? [];
}

/** Offers the chosen environment even when no event or session was in it. */
function toOptions(
  names: readonly string[],
  chosen: string | undefined,
): ReleaseListProps['environments'] {
  const all = new Set([...names, ...(chosen === undefined ? [] : [chosen])]);
  return [...all].toSorted().map((name) => [name, name]);
}
