import { Injectable } from '@nestjs/common';
import { filterSettings } from '#product/recording/filters';
import { OutcomeStore } from '#product/recording/outcomes';
import { SettingsStore } from '#product/projects/projects';
import type { SettingsChange } from '#product/projects/projects';
import { Clock, filterLimits, filterLists, filterSwitches } from '#shared';
import { findFilterProblem, parseFilterList } from '#product/recording/filters/rules';
import type { FilterName, FilterSettings, FilterSwitch } from '#shared';
import type { SectionState } from '../../people/menus/index.ts';
import { describeFilter, listFilters } from './filter-words.ts';
import type { FiltersDto } from './filters.dto.ts';

export type FilterResult = { readonly ok: true } | { readonly ok: false; readonly problem: string };

export interface FilterChange {
  readonly projectId: number;
  readonly byUserId: number;
}

/** `version` is the version after the save. When no filter changed, `version` is one too high. */
export interface SavedFilters {
  readonly before: FilterSettings;
  readonly after: FilterSettings;
  readonly version: number;
}

type SaveResult =
  | ({ readonly ok: true } & SavedFilters)
  | { readonly ok: false; readonly fields: Readonly<Record<string, readonly string[]>> };

const OK = { ok: true } as const;
const OUTDATED = 'Somebody else has changed the filters meanwhile. Load the page again.';

/** Relays apply changed filters within two seconds. Does not check permissions; callers do. */
@Injectable()
export class FiltersService implements SectionState {
  constructor(
    private readonly settings: SettingsStore,
    private readonly outcomes: OutcomeStore,
    private readonly clock: Clock,
  ) {}

  async get(projectId: number): Promise<FilterSettings> {
    return (await this.settings.get(projectId, filterSettings)).value;
  }

  async describeState(projectId: number): Promise<string> {
    const on = listFilters(await this.get(projectId)).length;
    return on === 0 ? 'off' : `${on} on`;
  }

  async describe(projectId: number) {
    const [{ value: settings, version }, filtered] = await Promise.all([
      this.settings.get(projectId, filterSettings),
      this.count(projectId),
    ]);
    const toRow = (name: FilterName) => ({
      ...describeFilter(name),
      filtered: filtered.get(name) ?? 0,
    });
    return {
      switches: filterSwitches.map((name) => ({ name, isOn: settings[name], ...toRow(name) })),
      lists: filterLists.map((name) => ({
        name,
        entries: settings[name],
        ...toRow(name),
      })),
      version,
    };
  }

  async save(
    { filters = [], version, ...texts }: FiltersDto,
    by: FilterChange,
  ): Promise<SaveResult> {
    const parsed = filterLists.map((name) => [name, parseFilterList(name, texts[name])] as const);
    const wrong = parsed.flatMap(([name, list]) => (list.ok ? [] : [[name, [list.problem]]]));
    if (wrong.length > 0) return { ok: false, fields: Object.fromEntries(wrong) };
    const before = await this.settings.get(by.projectId, filterSettings);
    const requested = [
      ...filterSwitches.map((name) => [name, filters.includes(name)] as const),
      ...parsed.map(([name, list]) => [name, list.ok ? list.entries : []] as const),
    ];
    // The audit log notes every field of a patch, so the patch has only the changed fields.
    const changed = requested.filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.value[name]),
    );
    const outcome = await this.settings.patch(filterSettings, {
      ...by,
      patch: Object.fromEntries(changed),
      nowMs: this.clock.nowMs(),
      version: version === undefined ? before.version : Number(version),
    });
    if (outcome === 'conflict') return { ok: false, fields: { '': [OUTDATED] } };
    const after = { ...before.value, ...Object.fromEntries(changed) };
    return { ok: true, before: before.value, after, version: before.version + 1 };
  }

  async setSwitch(name: FilterSwitch, isOn: boolean, change: FilterChange): Promise<void> {
    await this.patch({ [name]: isOn }, change);
  }

  addMessage(pattern: string, change: FilterChange): Promise<FilterResult> {
    const withIt = (messages: readonly string[]) => [...messages, pattern];
    return this.changeMessages(withIt, change);
  }

  removeMessage(pattern: string, change: FilterChange): Promise<FilterResult> {
    const without = (messages: readonly string[]) => messages.filter((each) => each !== pattern);
    return this.changeMessages(without, change);
  }

  /**
   * Passes the version that was read, so that this change cannot overwrite messages that somebody
   * else adds at the same time.
   */
  private async changeMessages(
    change: (messages: readonly string[]) => readonly string[],
    { projectId, byUserId }: FilterChange,
  ): Promise<FilterResult> {
    const { value, version } = await this.settings.get(projectId, filterSettings);
    const messages = [...new Set(change(value.messages))];
    const problem = findFilterProblem('messages', messages);
    if (problem !== undefined) return { ok: false, problem };
    const nowMs = this.clock.nowMs();
    const by = { projectId, byUserId, nowMs, version };
    const outcome = await this.settings.patch(filterSettings, {
      patch: { messages },
      ...by,
    });
    return outcome === 'conflict'
      ? { ok: false, problem: 'Somebody else has just changed the filters. Try again.' }
      : OK;
  }

  private async patch(
    patch: SettingsChange<FilterSettings>['patch'],
    change: FilterChange,
  ): Promise<void> {
    await this.settings.patch(filterSettings, { ...change, patch, nowMs: this.clock.nowMs() });
  }

  private async count(projectId: number): Promise<ReadonlyMap<string, number>> {
    const nowMs = this.clock.nowMs();
    const days = await this.outcomes.listDays({ projectId, nowMs, days: filterLimits.days });
    const counts = new Map<string, number>();
    for (const { outcome, reason, quantity } of days) {
      if (outcome !== 'filtered') continue;
      counts.set(reason, (counts.get(reason) ?? 0) + quantity);
    }
    return counts;
  }
}
