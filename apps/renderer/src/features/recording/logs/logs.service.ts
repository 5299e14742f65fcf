import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { TracedIssueStore } from '#product/recording/issues';
import { LogStore } from '#product/recording/logs';
import type { LogPage } from '#product/recording/logs';
import { printLogs, readNamed, toLogSearch } from '#product/recording/logs/rules';
import { type Address, Clock, describeFault, parseSearch, to, toUserQuery } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { type LogAddress, toFields } from './log-address.pipe.ts';
import { toRows } from './log-rows.ts';
import type { LogsProps } from './logs.dto.ts';

interface FoundPage {
  /** Projects that the reader may see. */
  readonly projects: readonly Project[];
  /** Slugs by id, for logs of more than one project; else empty. */
  readonly slugs: ReadonlyMap<number, string>;
  readonly page: LogPage;
  readonly fault?: string;
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

  /** Resolves with undefined when the address names a project that the visitor may not see. */
  async list(access: Access, address: LogAddress): Promise<LogsProps | undefined> {
    const found = await this.find(access, address);
    if (!found) return undefined;
    const { query, project = '', before } = address;
    const { page, fault, projects } = found;
    const { next, searchedBackToMs } = page;
    return {
      query,
      project,
      ...(fault === undefined ? {} : { fault }),
      ...toUserOffer(address),
      projects: projects.length < 2 ? [] : projects.map(({ slug, name }) => [slug, name]),
      rows: await this.toRows(found),
      ...(before ? { newest: toLogsAddress({ ...address, before: undefined }) } : {}),
      ...(next ? { older: toLogsAddress({ ...address, before: next }) } : {}),
      ...(searchedBackToMs === undefined ? {} : { searchedBackToMs }),
      text: toTextAddress(address),
      isFiltered: query !== '' || before !== undefined,
    };
  }

  /** Resolves with the logs of the same page as text, each whole, or with what `list` does. */
  async print(access: Access, address: LogAddress): Promise<PrintedPage | undefined> {
    const found = await this.find(access, address);
    if (!found) return undefined;
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

  private async find(access: Access, address: LogAddress): Promise<FoundPage | undefined> {
    const { query, project = '', before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const shown = project === '' ? projects : projects.filter(({ slug }) => slug === project);
    if (project !== '' && shown.length === 0) return undefined;
    const all = new Map(shown.map(({ id, slug }) => [id, slug]));
    const found = { projects, slugs: shown.length < 2 ? new Map<number, string>() : all };
    const parsed = parseSearch(query, 'logs');
    const search = parsed.ok ? toLogSearch(parsed.value) : parsed;
    if (!search.ok) {
      return { ...found, page: { logs: [] }, fault: describeFault(query, search.fault) };
    }
    const wanted = { projects: all, search: search.value, nowMs: this.clock.nowMs(), before };
    return { ...found, page: await this.logs.search(wanted) };
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

function toUserOffer(address: LogAddress): Pick<LogsProps, 'ofUser'> {
  const query = toUserQuery(address.query.replaceAll('"', ''));
  if (query === undefined) return {};
  return { ofUser: { name: query, href: toLogsAddress({ ...address, query, before: undefined }) } };
}

function toLogsAddress(address: LogAddress) {
  return to('/logs', {}, { query: toFields(address) });
}

function toTextAddress(address: LogAddress) {
  return to('/logs.txt', {}, { query: toFields(address) });
}
