import { createEventFilter, type EventFilter } from '#events';
import { filterSettings, type SettingsStore } from '#persistence';
import { type Clock, defaultFilters, type FilterSettings } from '#shared';

/** With the time that a batch takes, a change counts within the 2 s that DESIGN §5 gives keys. */
const FRESH_FOR_MS = 1000;

const byDefault = createEventFilter(defaultFilters);

/** The filters of all projects, as the database had them at most a second before they are asked for. */
export class ProjectFilters {
  private settings: ReadonlyMap<number, FilterSettings> | undefined;
  private askedAtMs = -Infinity;
  /** Made when an event asks for them. */
  private readonly filters = new Map<number, EventFilter>();

  constructor(
    private readonly store: Pick<SettingsStore, 'list'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the database, unless it answered within the last second. Rejects with what that throws when it has never
   * answered; later the answer before holds.
   */
  async refresh(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (Math.abs(nowMs - this.askedAtMs) < FRESH_FOR_MS) return;
    try {
      this.settings = await this.store.list(filterSettings);
      this.askedAtMs = nowMs;
      this.filters.clear();
    } catch (error) {
      if (!this.settings) throw error;
    }
  }

  /** As of the latest `refresh`. */
  get(projectId: number): EventFilter {
    const set = this.settings?.get(projectId);
    if (!set) return byDefault;
    const known = this.filters.get(projectId);
    if (known) return known;
    const made = createEventFilter(set);
    this.filters.set(projectId, made);
    return made;
  }
}
