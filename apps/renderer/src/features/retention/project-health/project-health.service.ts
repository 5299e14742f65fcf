import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import type { Need } from '#product/projects/projects/rules';
import { formatShare } from '#product/recording/release-health/rules';
import { Clock, to, toFilterField, toFilterProps } from '#shared';
import type { Address, FilterProps } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectSignals, ProjectsService } from '../../projects/projects/index.ts';
import type { Project, ToldSign } from '../../projects/projects/index.ts';
import type { ProjectHealthRow, ProjectSign } from './project-health.dto.ts';
import type { ProjectsAddress } from './projects-address.pipe.ts';

const ROWS_PER_PAGE = 50;
const DAY_MS = 86_400_000;

type Needs = ReadonlyMap<number, Need<ToldSign>>;

@Injectable()
export class ProjectHealthService {
  constructor(
    private readonly reads: LongReads,
    private readonly projects: ProjectsService,
    private readonly signals: ProjectSignals,
    private readonly clock: Clock,
  ) {}

  async show(address: ProjectsAddress, access: Access) {
    const nowMs = this.clock.nowMs();
    const all = await this.projects.list(access.listProjects('issues.read'));
    const { query, sort } = address;
    const named = all.filter(isNamed(query)).toSorted(byName);
    const page = Math.min(address.page, Math.max(1, Math.ceil(named.length / ROWS_PER_PAGE)));
    const first = (page - 1) * ROWS_PER_PAGE;
    const cut = (list: readonly Project[]) => list.slice(first, first + ROWS_PER_PAGE);
    const asked = sort === 'name' ? cut(named) : named;
    const { needs, isComplete } = await this.signals.load({ projects: asked, nowMs, access });
    const listed = sort === 'name' ? asked : cut(asked.toSorted(byNeed(needs)));
    const toPage = (of: number) => toAddress({ query, sort, page: of });
    return {
      nowMs,
      isComplete,
      projects: await this.toRows(listed, needs, nowMs),
      first: first + 1,
      found: named.length,
      query: query ?? '',
      filters: toFilters(address),
      all: all.length,
      previous: page > 1 ? toPage(page - 1) : undefined,
      next: first + ROWS_PER_PAGE < named.length ? toPage(page + 1) : undefined,
      mayCreate: access.can('projects.create'),
    };
  }

  private async toRows(
    projects: readonly Project[],
    needs: Needs,
    nowMs: number,
  ): Promise<ProjectHealthRow[]> {
    const projectIds = projects.map(({ id }) => id);
    const { projectHealth, releaseHealth, releaseList } = this.reads.stores;
    const [events, sessions, deploys] = await Promise.all([
      projectHealth.countEvents({ projectIds, nowMs }),
      releaseHealth.sumByProject(projectIds, nowMs - DAY_MS),
      releaseList.listDeploysOfProjects(projectIds),
    ]);
    return projects.map(({ id, slug, name }) => {
      const bars = events.get(id);
      const ended = sessions.get(id);
      const deploy = deploys.get(id);
      return {
        slug,
        name,
        signs: (needs.get(id)?.signs ?? []).map(toSign),
        bars,
        sessions: ended && ended.sessions > 0 ? toSessions(ended) : undefined,
        deploy,
      };
    });
  }
}

function isNamed(query: string | undefined): (project: Project) => boolean {
  const words = query?.toLowerCase().split(/\s+/) ?? [];
  return ({ name, slug }) => {
    const text = `${name} ${slug}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function byName(one: Project, other: Project): number {
  return one.name.localeCompare(other.name, 'en');
}

function byNeed(needs: Needs): typeof byName {
  const weigh = ({ id }: Project): number => needs.get(id)?.weight ?? 0;
  return (one, other) => weigh(other) - weigh(one) || byName(one, other);
}

function toSign({ words, href }: ToldSign): ProjectSign {
  return { words, href: href || undefined };
}

function toSessions(ended: Record<'sessions' | 'failed' | 'failedOf', number>) {
  const { sessions: all, failed, failedOf } = ended;
  if (failedOf === 0) return { all };
  return { all, share: formatShare(1 - failed / failedOf, 1) };
}

function toAddress({ page = 1, ...asked }: Partial<ProjectsAddress>): Address {
  return to('/projects', {}, { query: { ...asked, page: page === 1 ? undefined : String(page) } });
}

function toFilters({ query, sort }: ProjectsAddress): FilterProps {
  const isByName = sort === 'name';
  return {
    ...toFilterProps({ query, sort }, toAddress, []),
    sort: toFilterField({
      name: 'sort',
      label: isByName ? 'Sort: Name' : 'Sort',
      values: isByName ? [['need', 'Need']] : [['name', 'Name']],
      chosen: isByName ? ['name'] : [],
      without: () => toAddress({ query }),
    }),
  };
}
