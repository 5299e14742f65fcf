import { Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { TracedIssueStore } from '#product/recording/issues';
import { LogStore } from '#product/recording/logs';
import type { LogPage } from '#product/recording/logs';
import { toLogSearch } from '#product/recording/logs/rules';
import { Clock, describeFault, parseSearch, to } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { type LogAddress, toFields } from './log-address.pipe.ts';
import { toRows } from './log-rows.ts';
import type { LogsProps } from './logs.dto.ts';

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
    const { query, project = '', before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const shown = project === '' ? projects : projects.filter(({ slug }) => slug === project);
    if (project !== '' && shown.length === 0) return undefined;
    const { page, fault } = await this.find(address, shown);
    const { next, searchedBackToMs } = page;
    return {
      nowMs: this.clock.nowMs(),
      query,
      project,
      ...(fault === undefined ? {} : { fault }),
      projects: projects.length < 2 ? [] : projects.map(({ slug, name }) => [slug, name]),
      rows: await this.toRows(page, { shown, all: projects }),
      ...(before ? { newest: toLogsAddress({ ...address, before: undefined }) } : {}),
      ...(next ? { older: toLogsAddress({ ...address, before: next }) } : {}),
      ...(searchedBackToMs === undefined ? {} : { searchedBackToMs }),
      text: to('/logs.txt', {}, { query: toFields(address) }),
      isFiltered: query !== '' || before !== undefined,
    };
  }

  private async find(
    { query, before }: LogAddress,
    shown: readonly Project[],
  ): Promise<{ readonly page: LogPage; readonly fault?: string }> {
    const parsed = parseSearch(query);
    const search = parsed.ok ? toLogSearch(parsed.value) : parsed;
    if (!search.ok) return { page: { logs: [] }, fault: describeFault(query, search.fault) };
    const projects = new Map(shown.map(({ id, slug }) => [id, slug]));
    const nowMs = this.clock.nowMs();
    return { page: await this.logs.search({ projects, search: search.value, nowMs, before }) };
  }

  private async toRows(
    { logs }: LogPage,
    { shown, all }: { readonly shown: readonly Project[]; readonly all: readonly Project[] },
  ): Promise<LogsProps['rows']> {
    const traces = new Set(logs.flatMap(({ traceId }) => traceId ?? []));
    const issues = await this.issues.list(
      [...traces],
      all.map(({ id }) => id),
    );
    const slugs = shown.length < 2 ? [] : shown.map(({ id, slug }) => [id, slug] as const);
    return toRows(logs, { slugs: new Map(slugs), issues });
  }
}

function toLogsAddress(address: LogAddress) {
  return to('/logs', {}, { query: toFields(address) });
}
