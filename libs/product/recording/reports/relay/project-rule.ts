import type { EventFilter, GroupingRules, Hiding } from '#events';
import type { SettingsPart } from '#product/projects/projects';

/** By what a project's events are left out, what is hidden of the others, and how they are grouped and called. */
export interface EventRules {
  readonly filter?: EventFilter;
  readonly hiding?: Hiding;
  readonly grouping?: GroupingRules;
}

/** The settings of all projects. */
export interface ProjectSettings {
  /** By project; those that have set nothing of the part are not there. Rejects with `database.unavailable`. */
  list<T extends object>(part: SettingsPart<T>): Promise<ReadonlyMap<number, T>>;
}

/** What the events of projects are processed by, of one part of their settings. */
export interface ProjectRule {
  /** For projects that have set nothing. */
  readonly everywhere: EventRules;
  /** By project. `text` stays the same as long as the settings do. */
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
