import type { EventFilter, GroupingRules, Hiding } from '#events';
import type { SettingsPart } from '#product/projects/projects';

/**
 * Rules for a project's events: which events are dropped, what is hidden in the others, and how
 * they are grouped. Capabilities add rules for their items with `declare module`.
 */
export interface EventRules {
  readonly filter?: EventFilter;
  readonly hiding?: Hiding;
  readonly grouping?: GroupingRules;
}

export interface ProjectSettings {
  /**
   * Returns the settings by project id. Projects that have set nothing of this part are missing.
   * Rejects with `database.unavailable`.
   */
  list<T extends object>(part: SettingsPart<T>): Promise<ReadonlyMap<number, T>>;
}

export interface ProjectRule {
  readonly everywhere: EventRules;
  /** Returns the rules by project id. `text` stays the same as long as the settings do. */
  readonly list: (settings: ProjectSettings) => Promise<ReadonlyMap<number, OwnRule>>;
}

export interface OwnRule {
  readonly text: string;
  readonly make: () => EventRules;
}

export function projectRule<T extends object>(
  part: SettingsPart<T>,
  make: (settings: T) => EventRules,
): ProjectRule {
  return {
    everywhere: make(part.defaults),
    list: async (settings) =>
      new Map(
        Array.from(await settings.list(part), ([id, set]) => [
          id,
          { text: JSON.stringify(set), make: () => make(set) },
        ]),
      ),
  };
}
