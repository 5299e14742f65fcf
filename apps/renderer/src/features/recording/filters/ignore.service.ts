import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { LongReads } from '#product';
import {
  createEventFilter,
  findSwitchesFor,
  type JsonObject,
  readSdkEvent,
  suggestPattern,
} from '#events';
import { Clock, defaultFilters, filterLimits, filterSwitches, toShortId, to } from '#shared';
import { findFilterProblem } from '#product/recording/filters/rules';
import type { FilterSettings, FilterSwitch } from '#shared';
import { ProjectsService } from '../../projects/projects/index.ts';
import { describeFilter } from './filter-words.ts';
import { FiltersService } from './filters.service.ts';
import type { FilterResult } from './filters.service.ts';
import type { IgnoreDto, OfferedPattern } from './ignore.dto.ts';

interface Trial {
  readonly tried: number;
  readonly switches: ReadonlyMap<FilterSwitch, number>;
  readonly pattern: string | undefined;
  readonly matched: number;
}

@Injectable()
export class IgnoreService {
  constructor(
    private readonly issues: IssueStore,
    private readonly reads: LongReads,
    private readonly projects: ProjectsService,
    private readonly filters: FiltersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Offers filters for events like those of the issue. `requested` is the pattern that the visitor
   * tries. Resolves with undefined when the issue does not exist.
   */
  async offer(issueId: number, requested: string | undefined) {
    const issue = await this.issues.find(issueId, this.clock.nowMs());
    if (!issue) return undefined;
    const { projectId, projectSlug, number, type, value } = issue;
    const problem =
      requested === undefined ? undefined : findFilterProblem('messages', [requested]);
    const [settings, trial, [project]] = await Promise.all([
      this.filters.get(projectId),
      this.tryFilters(issueId, problem === undefined ? requested : undefined),
      this.projects.list([projectId]),
    ]);
    const offered = toOffered({ settings, trial, requested, problem });
    return {
      issueId,
      shortId: toShortId(projectSlug, number),
      title: [type, value].filter(Boolean).join(': '),
      project: project?.name ?? projectSlug,
      filters: to('/settings/projects/:slug/filters', { slug: projectSlug }),
      tried: trial.tried,
      switches: [...trial.switches].map(([name, matched]) => ({
        name,
        ...describeFilter(name),
        isOn: settings[name],
        matched,
      })),
      offered,
    };
  }

  async change(
    issueId: number,
    request: { readonly fields: IgnoreDto; readonly isOn: boolean; readonly byUserId: number },
  ): Promise<FilterResult> {
    const projectId = await this.issues.findProject(issueId);
    if (projectId === undefined) return { ok: false, problem: 'The issue is gone.' };
    const { fields, isOn, byUserId } = request;
    const by = { projectId, byUserId };
    const { filter, pattern = '' } = fields;
    if (filter === 'messages') {
      return isOn ? this.filters.addMessage(pattern, by) : this.filters.removeMessage(pattern, by);
    }
    await this.filters.setSwitch(filter, isOn, by);
    return { ok: true };
  }

  private async tryFilters(issueId: number, requested: string | undefined): Promise<Trial> {
    const switches = new Map<FilterSwitch, number>();
    let [pattern, tried, matched] = [requested, 0, 0];
    let isLike: (event: JsonObject) => boolean = () => false;
    for await (const { json } of this.reads.stores.events.readLatest(
      issueId,
      filterLimits.triedEvents,
    )) {
      const event = readSdkEvent(json);
      const fitting = findSwitchesFor(event);
      if (tried === 0) {
        for (const name of fitting) switches.set(name, 0);
        pattern ??= suggestPattern(event);
        isLike = toMatcher(pattern);
      }
      tried += 1;
      for (const name of fitting) {
        if (switches.has(name)) switches.set(name, switches.get(name)! + 1);
      }
      if (isLike(event)) matched += 1;
      // Reading a large event blocks the process, so other requests run between two events.
      await nextTurn();
    }
    return { tried, switches, pattern, matched };
  }
}

function toMatcher(pattern: string | undefined): (event: JsonObject) => boolean {
  if (pattern === undefined) return () => false;
  const off = Object.fromEntries(filterSwitches.map((name) => [name, false]));
  const filter = createEventFilter({ ...defaultFilters, ...off, messages: [pattern] });
  return (event) => filter(event) !== undefined;
}

interface Offering {
  readonly settings: FilterSettings;
  readonly trial: Trial;
  readonly requested: string | undefined;
  readonly problem: string | undefined;
}

function toOffered({ settings, trial, requested, problem }: Offering): OfferedPattern | undefined {
  if (problem !== undefined) return { pattern: requested ?? '', problem, matched: 0, isOn: false };
  const { pattern, matched } = trial;
  if (pattern === undefined) return undefined;
  return { pattern, matched, isOn: settings.messages.includes(pattern) };
}
