import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { TracedIssueStore } from '#product/recording/issues';
import { LogStore } from '#product/recording/logs';
import type { LogName, LogPage } from '#product/recording/logs';
import {
  LogTally,
  printBound,
  printLogs,
  readNamed,
  toLogBuckets,
  toLogSearch,
} from '#product/recording/logs/rules';
import {
  type Address,
  Clock,
  describeFault,
  type FilterField,
  findChoice,
  parseSearch,
  type Search,
  to,
  toFilterField,
  toUserQuery,
} from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { type LogAddress, toFields } from './log-address.pipe.ts';
import { readLevels, toCounts } from './log-counts.ts';
import { toDetails, toRows } from './log-rows.ts';
import type { LogsProps } from './logs.dto.ts';

const MINUTE_MS = 60_000;

interface FoundPage {
  /** Projects that the reader may see. */
  readonly projects: readonly Project[];
  /** Slugs by id, for logs of more than one project; else empty. */
  readonly slugs: ReadonlyMap<number, string>;
  /** Slugs by id of all projects whose logs are searched. */
  readonly all: ReadonlyMap<number, string>;
  readonly page: LogPage;
  /** Absent when the search has a fault. */
  readonly search?: Search;
  readonly fault?: string;
  /** Set when the address names a project that the reader may not see. */
  readonly isUnknown?: true;
}

export type PrintedPage =
  | { readonly text: string; readonly older?: Address | undefined; readonly fault?: undefined }
  | { readonly fault: string };

@Injectable()
export class LogsService {
  constructor(
    private readonly logs: LogStore,
    private readonly issues: TracedIssueStore,
    private readonly projects: ProjectsService,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, address: LogAddress): Promise<LogsProps> {
    const found = await this.find(access, address, true);
    const { query, project = '', before, from = '', to: until = '' } = address;
    const { page, fault, projects } = found;
    const { next, searchedBackToMs } = page;
    const [newest] = page.logs;
    // The place behind the first row.
    const first = newest && { atMs: newest.atMs, ...newest.name, index: newest.name.index + 1 };
    return {
      query,
      project,
      from,
      to: until,
      fault,
      ...toUserOffer(address),
      projects: toProjectFields(projects, address),
      rows: await this.toRows(found),
      ...(before ? { newest: toLogsAddress({ ...address, before: undefined }) } : {}),
      ...(next ? { older: toLogsAddress({ ...address, before: next }) } : {}),
      ...(searchedBackToMs === undefined ? {} : { searchedBackToMs }),
      text: toTextAddress(address),
      ...(first ? { rowsAsText: toTextAddress({ ...address, before: first }) } : {}),
      isFiltered: [query, from, until].some((each) => each !== '') || before !== undefined,
      ...(await this.count(found, address)),
      read: page.tally.logs,
    };
  }

  /** Resolves with the address of the project by its slug when the address has its name. */
  async findNamed(access: Access, address: LogAddress): Promise<Address | undefined> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const { project = '' } = address;
    const found = findChoice('project', project, toProjectValues(projects));
    const isNamed = found.ok && found.value !== project;
    return isNamed ? toLogsAddress({ ...address, project: found.value }) : undefined;
  }

  /**
   * Resolves with the logs of the same page as text, each whole, or with what is wrong. Resolves
   * with undefined when the address names a project that the reader may not see.
   */
  async print(access: Access, address: LogAddress): Promise<PrintedPage | undefined> {
    const found = await this.find(access, address);
    if (found.isUnknown) return undefined;
    if (found.fault !== undefined) return { fault: found.fault };
    const logs = found.page.logs.map((log) => ({
      ...log,
      severity: log.level,
      project: found.slugs.get(log.projectId),
      server: readNamed(log).server_name,
    }));
    const { next } = found.page;
    return { text: printLogs(logs), older: next && toTextAddress({ ...address, before: next }) };
  }

  /** Resolves with undefined when the visitor may not see the log, or it is not there. */
  async show(access: Access, name: LogName) {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const found = await this.logs.find(
      name,
      projects.map(({ id }) => id),
    );
    const own = projects.length > 1 && projects.find(({ id }) => id === found?.projectId);
    return found && { log: toDetails(found, own ? own.slug : undefined) };
  }

  /** Counts by the table of counts where it tells enough, and else what the search has read. */
  private async count(
    { all, search, page }: FoundPage,
    { fromMs, beforeMs: untilMs, before }: LogAddress,
  ): Promise<Pick<LogsProps, 'histogram' | 'facets'>> {
    if (!search) return { facets: [] };
    const nowMs = this.clock.nowMs();
    const times = page.logs.map(({ atMs }) => atMs);
    const [newestMs, oldestMs] = [times[0], page.countedBackToMs ?? times.at(-1)];
    const levels = readLevels(search);
    // A search does not read the logs that are on earlier pages, so the picture ends before them.
    const placeMs = levels || !before ? [] : [Math.ceil(before.atMs / MINUTE_MS) * MINUTE_MS];
    const ends = untilMs === undefined ? placeMs : [untilMs, ...placeMs];
    const beforeMs = ends.length > 0 ? Math.min(...ends) : undefined;
    const buckets = toLogBuckets({ fromMs, beforeMs, nowMs, newestMs, oldestMs });
    const endMs = buckets.fromMs + buckets.buckets * buckets.stepMs;
    const query = {
      ...buckets,
      projects: all,
      levels,
      beforeMs: Math.min(beforeMs ?? endMs, endMs),
    };
    return toCounts(buckets, {
      read: { tally: page.tally, countedFromMs: page.countedBackToMs ?? 0 },
      whole: levels && (await this.logs.count(query)),
      projects: all.size,
    });
  }

  private async find(access: Access, address: LogAddress, isCounted = false): Promise<FoundPage> {
    const { query, project = '', before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const shown = project === '' ? projects : projects.filter(({ slug }) => slug === project);
    const chosen = findChoice('project', project, toProjectValues(projects));
    const all = new Map(shown.map(({ id, slug }) => [id, slug]));
    const found = { projects, all, slugs: shown.length < 2 ? new Map<number, string>() : all };
    const parsed = parseSearch(query, 'logs');
    const search = parsed.ok ? toLogSearch(parsed.value) : parsed;
    const nothing = { ...found, page: { logs: [], tally: new LogTally() } };
    if (project !== '' && !chosen.ok) {
      return { ...nothing, isUnknown: true, fault: chosen.message };
    }
    if (!search.ok) return { ...nothing, fault: describeFault(query, search.fault) };
    const nowMs = this.clock.nowMs();
    const within = [...search.value, ...toTimeTerms(address)];
    const page = await this.logs.search({
      projects: all,
      search: within,
      nowMs,
      before,
      isCounted,
    });
    return { ...found, search: search.value, page };
  }

  private async toRows({ page: { logs }, slugs, projects }: FoundPage): Promise<LogsProps['rows']> {
    const traces = new Set(logs.flatMap(({ traceId }) => traceId ?? []));
    const issues = await this.issues.list(
      [...traces],
      projects.map(({ id }) => id),
    );
    return toRows(logs, { slugs, issues });
  }
}

/** The search language decides about the time, too, so that all parts of a search agree. */
function toTimeTerms({ fromMs, beforeMs }: LogAddress): Search {
  const terms = [
    fromMs === undefined ? [] : `timestamp:>=${printBound(fromMs)}`,
    beforeMs === undefined ? [] : `timestamp:<${printBound(beforeMs)}`,
  ];
  const parsed = parseSearch(terms.flat().join(' '), 'logs');
  return parsed.ok ? parsed.value : [];
}

function toUserOffer(address: LogAddress): Pick<LogsProps, 'ofUser'> {
  const query = toUserQuery(address.query.replaceAll('"', ''));
  if (query === undefined) return {};
  return { ofUser: { name: query, href: toLogsAddress({ ...address, query, before: undefined }) } };
}

/** Returns no field to a reader of one project. */
function toProjectFields(
  projects: readonly Project[],
  address: LogAddress,
): readonly FilterField[] {
  if (projects.length < 2) return [];
  const field = toFilterField({
    name: 'project',
    label: 'Project',
    values: toProjectValues(projects),
    chosen: [address.project ?? []].flat(),
    without: () => toLogsAddress({ ...address, project: undefined, before: undefined }),
  });
  return [field];
}

function toLogsAddress(address: LogAddress) {
  return to('/logs', {}, { query: toFields(address) });
}

function toTextAddress(address: LogAddress) {
  return to('/logs.txt', {}, { query: toFields(address) });
}
