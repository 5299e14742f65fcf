import {
  createEventFilter,
  createGroupingRules,
  type EventFilter,
  type GroupingRules,
  Hiding,
} from '#events';
import { filterSettings } from '#product/recording/filters';
import { groupingRuleSettings } from '#product/recording/grouping-rules';
import { privacySettings } from '#product/recording/privacy';
import { type Clock, defaultFilters, defaultGroupingRules, defaultPrivacy } from '#shared';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

/** A change counts within 2 s (DESIGN §5): this, and what is in work meanwhile. */
const RULES_LAST_MS = 1000;

/** Of the settings of all projects the parts that events are processed by. */
export interface ProjectSettings {
  /** By project; those that have set nothing of the part are not there. Rejects with `database.unavailable`. */
  list<T extends object>(part: {
    readonly name: string;
    readonly defaults: T;
  }): Promise<ReadonlyMap<number, T>>;
}

export interface ProjectRulesParts {
  readonly settings: ProjectSettings;
  readonly clock: Clock;
  readonly pause: Pause;
}

/** By what a project's events are left out, what is hidden of the others, and how they are grouped and called. */
export interface EventRules {
  readonly filter: EventFilter;
  readonly hiding: Hiding;
  /** Absent where the project has none. */
  readonly grouping?: GroupingRules;
}

/** What each project filters, hides and groups, as the database has it: asked for before a batch, at most once a second. */
export class ProjectRules {
  private readonly logger = new Logger(ProjectRules.name);
  private readonly backoff = new Backoff();
  private readonly everywhere: EventRules = {
    filter: createEventFilter(defaultFilters),
    hiding: new Hiding(),
  };
  private own = new Map<number, { readonly text: string; readonly rules: EventRules }>();
  private askedAtMs = -Infinity;

  constructor(private readonly parts: ProjectRulesParts) {}

  /**
   * Waits for a database that does not tell them for as long as it takes: events are not looked at by rules that may be old,
   * and could not be recorded either. Resolves with whether the rules are there: not when `signal` ends the wait.
   */
  async prepare(signal: AbortSignal, onWaiting: () => void): Promise<boolean> {
    while (!signal.aborted) {
      try {
        await this.refresh();
        this.backoff.reset();
        return true;
      } catch (error) {
        this.logger.noteAway('The filters and privacy settings of projects cannot be read.', error);
        onWaiting();
        await this.parts.pause.wait(this.backoff.nextMs(), signal);
      }
    }
    return false;
  }

  /** Asks the database, unless it was asked a moment ago. Rejects with `database.unavailable`. */
  async refresh(): Promise<void> {
    const nowMs = this.parts.clock.nowMs();
    if (Math.abs(nowMs - this.askedAtMs) < RULES_LAST_MS) return;
    const { settings } = this.parts;
    const filters = await settings.list(filterSettings);
    const privacy = await settings.list(privacySettings);
    const grouping = await settings.list(groupingRuleSettings);
    const ids = new Set([...filters.keys(), ...privacy.keys(), ...grouping.keys()]);
    const made = [...ids].map((id) => {
      const set = {
        filters: filters.get(id) ?? defaultFilters,
        privacy: privacy.get(id) ?? defaultPrivacy,
        grouping: grouping.get(id) ?? defaultGroupingRules,
      };
      return [id, this.make(id, set)] as const;
    });
    this.own = new Map(made);
    this.askedAtMs = nowMs;
  }

  of(projectId: number): EventRules {
    return this.own.get(projectId)?.rules ?? this.everywhere;
  }

  /** What has not changed is kept: it knows the names and the calls of the project's events. */
  private make(
    projectId: number,
    set: {
      readonly filters: Parameters<typeof createEventFilter>[0];
      readonly privacy: Hiding['privacy'];
      readonly grouping: typeof defaultGroupingRules;
    },
  ) {
    const text = JSON.stringify(set);
    const known = this.own.get(projectId);
    if (known?.text === text) return known;
    const grouping = createGroupingRules(set.grouping.lines);
    const rules = {
      filter: createEventFilter(set.filters),
      hiding: new Hiding(set.privacy),
      ...(grouping ? { grouping } : {}),
    };
    return { text, rules };
  }
}
