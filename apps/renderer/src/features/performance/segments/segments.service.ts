import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { CountStore } from '#product/recording/counts';
import { ReleaseListStore } from '#product/recording/release-health';
import { SegmentStore } from '#product/performance/segments';
import type { SegmentRelease, SegmentRow } from '#product/performance/segments';
import { Clock, formatMs, spanLimits, to } from '#shared';
import { toLinePath } from '../../../charts/index.ts';
import { PageParts } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { chooseProjects, ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { toListAddress, toSegmentAddress, toSegmentFilter } from './segment-address.pipe.ts';
import type { SegmentAddress } from './segment-address.pipe.ts';
import { toBands } from './segment-bands.ts';
import { toFilters, toTimeWords } from './segment-filters.ts';
import { segmentPage } from './segment-page.ts';
import * as words from './segment-words.ts';
import type { FigureTableProps } from './segments.dto.ts';

const ROWS_PER_PAGE = spanLimits.perPage;
const MOST_NAMES = 50;
const COLUMNS = ['p95, 14 days', 'p50', 'p95', 'A minute', 'Failed', 'Share of time', 'Change'];
const NARROW = ['p95', 'Share of time', 'Change'];
const RELEASES = ['Release', 'Requests', 'Failed', 'p50', 'p95'];

type FoundSegments = Awaited<ReturnType<SegmentsService['findPage']>>;
type FoundSegment = NonNullable<Awaited<ReturnType<SegmentsService['find']>>>;

@Injectable()
export class SegmentsService {
  constructor(
    private readonly segments: SegmentStore,
    private readonly counts: CountStore,
    private readonly releases: ReleaseListStore,
    private readonly projects: ProjectsService,
    private readonly parts: PageParts,
    private readonly clock: Clock,
  ) {}

  async findPage(access: Access, address: SegmentAddress) {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const chosen = chooseProjects(projects, address.project, (project) =>
      toListAddress({ ...address, project }),
    );
    const nowMs = this.clock.nowMs();
    const projectIds = chosen.shown.map(({ id }) => id);
    const filter = toSegmentFilter(address, { projectIds, nowMs });
    const limit = ROWS_PER_PAGE;
    const asked = {
      order: address.sort ?? 'time',
      offset: (Number(address.page ?? 1) - 1) * limit,
      limit,
    };
    const page = await this.segments.findPage(filter, asked);
    return { ...chosen, projects, nowMs, filter, page };
  }

  async list(access: Access, address: SegmentAddress) {
    const found = await this.findPage(access, address);
    const { projects, fault, nowMs, filter, page } = found;
    const names = await this.listNames(filter.projectIds);
    const offered = { projects: toProjectValues(projects), ...names };
    const number = Number(address.page ?? 1);
    const toPage = (at: number) =>
      toListAddress({ ...address, page: at > 1 ? `${at}` : undefined });
    return {
      summary: words.tellFound(page, toTimeWords(address)),
      table: toTable(found, address),
      query: address.query ?? '',
      filters: { ...toFilters(address, toListAddress, offered), fault },
      without: page.found > 0 ? undefined : await this.countAll(projects, nowMs),
      previous: number > 1 ? toPage(number - 1) : undefined,
      next: number * ROWS_PER_PAGE < page.found ? toPage(number + 1) : undefined,
      markdown: toListAddress(address, '.md'),
    };
  }

  /** Resolves with undefined when there is no such segment, or the reader may not see it. */
  async find(access: Access, id: number, { environment, release, time }: SegmentAddress) {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const segment = await this.segments.find(id);
    const project = projects.find((each) => each.id === segment?.projectId);
    if (!segment || !project) return undefined;
    const of = { projectIds: [project.id], nowMs: this.clock.nowMs() };
    const filter = toSegmentFilter({ environment, release, time }, of);
    const [totals, times, releases, change] = await Promise.all([
      this.segments.readTotals(id, filter),
      this.segments.readTimes(id, filter),
      this.segments.listReleases(id, filter),
      this.segments.findChange(id, filter),
    ]);
    return { segment, project, filter, totals, times, releases, change };
  }

  async show(found: FoundSegment, address: SegmentAddress) {
    const { segment, project, filter, totals, times, releases, change } = found;
    const { id, kind } = segment;
    const { environment, release, time } = address;
    const toAddress = (asked: SegmentAddress) => toSegmentAddress(id, asked);
    const bands = totals && toBands(times, filter.toMs, await this.listMarks(found));
    return {
      id,
      ...words.splitName(segment),
      kind: words.kindWords[kind],
      project: project.name,
      list: toListAddress({ project: project.slug }),
      filters: toFilters({ environment, release, time }, toAddress, {
        projects: [],
        ...(await this.listNames([project.id])),
      }),
      markdown: to(
        '/performance/:name.md',
        { name: id },
        { query: { environment, release, time } },
      ),
      facts: totals ? words.toFacts(totals, { fromMs: times.fromMs, toMs: filter.toMs }) : [],
      change: change && words.toChange(change),
      bands,
      releases: toReleases(releases, project.slug),
      issues: to(
        '/issues',
        {},
        { query: { query: words.toIssuesSearch(segment), project: project.slug } },
      ),
      parts: this.parts.load(segmentPage, { segment, filter, change }),
    };
  }

  private async countAll(projects: readonly Project[], nowMs: number): Promise<number> {
    const all = { projectIds: projects.map(({ id }) => id), nowMs };
    const page = { order: 'time', offset: 0, limit: 1 } as const;
    return (await this.segments.findPage(toSegmentFilter({ time: '90d' }, all), page)).found;
  }

  /** Names of environments and releases that a filter offers. */
  private async listNames(projectIds: readonly number[]) {
    const list = (kind: 'environment' | 'release') =>
      this.counts.listNames({ kind, projectIds, limit: MOST_NAMES });
    return { environments: await list('environment'), releases: await list('release') };
  }

  /** A release is marked by its last deploy, or else where it is first seen. */
  private async listMarks({ segment, filter, releases }: FoundSegment) {
    const named = releases.filter(({ release }) => release !== '');
    const versions = named.map(({ release }) => release);
    const deploys = await this.releases.listLastDeploys(versions, filter);
    return named.map(({ release, firstAtMs }) => ({
      release,
      atMs: firstAtMs,
      ...deploys.get(segment.projectId)?.get(release),
    }));
  }
}

function toTable(
  { filter, page, projects, shown }: FoundSegments,
  address: SegmentAddress,
): FigureTableProps {
  const isOfMany = shown.length > 1;
  const shares = page.rows.map(({ share }) => share);
  const rows = page.rows.map(({ id, projectId, totals, share, days, change, ...named }) => ({
    ...words.splitName(named),
    href: toSegmentAddress(id, address),
    cells: [
      ...(isOfMany ? [projects.find((each) => each.id === projectId)?.name ?? ''] : []),
      { text: words.tellDays(days), line: toDayLine(days) },
      formatMs(totals.p50Ms),
      formatMs(totals.p95Ms),
      words.toRate(totals.requests, { fromMs: page.fromMs, toMs: filter.toMs }),
      words.toShare(totals.failed, totals.requests),
      { text: words.toShare(share, 1), percent: toPercent(share, shares) },
      change ? words.toChange(change) : '',
    ],
  }));
  const head = ['Name', ...(isOfMany ? ['Project'] : []), ...COLUMNS];
  return { head, rows, narrow: NARROW };
}

function toDayLine(days: SegmentRow['days']): string {
  const most = Math.max(...days.map((day) => day ?? 0));
  return most > 0 ? toLinePath(days, { width: 96, height: 24, least: 0, most }) : '';
}

function toReleases(releases: readonly SegmentRelease[], project: string): FigureTableProps {
  const all = releases.map(({ p95Ms }) => p95Ms);
  const rows = releases.map(({ release, requests, failed, p50Ms, p95Ms }) => ({
    name: release || 'no release',
    href: release
      ? to('/releases/:version', { version: release }, { query: { project } })
      : undefined,
    cells: [
      words.count(requests),
      words.toShare(failed, requests),
      formatMs(p50Ms),
      { text: formatMs(p95Ms), percent: toPercent(p95Ms, all) },
    ],
  }));
  return { head: RELEASES, rows };
}

/** Bars of a page share its greatest value. */
function toPercent(value: number, all: readonly number[]): number {
  return Math.round((100 * value) / Math.max(...all)) || 0;
}
