import type { SettingsPart } from '../settings-part.ts';

export interface SettingsChange<T extends object> {
  readonly projectId: number;
  readonly patch: { readonly [Field in keyof T]?: T[Field] | undefined };
  /** Absent where the configuration or the operator's command makes it. */
  readonly byUserId?: number;
  readonly nowMs: number;
  /** What the change is based on; it is refused when somebody else was faster. Absent: last one wins. */
  readonly version?: number;
}

type SettingsOutcome = 'changed' | 'same' | 'conflict' | 'no_project';

/** What is set of projects, in parts. Each change stands in the audit log. Values are the caller's to check. */
export abstract class SettingsStore {
  /** With the defaults where nothing is set; the version is 0 before the first change. */
  abstract get<T extends object>(
    projectId: number,
    part: SettingsPart<T>,
  ): Promise<{ readonly value: T; readonly version: number }>;

  /** Of all projects that have set something of the part, by project. */
  abstract list<T extends object>(part: SettingsPart<T>): Promise<ReadonlyMap<number, T>>;

  /** Changes the fields that the patch names, and no other. */
  abstract patch<T extends object>(
    part: SettingsPart<T>,
    change: SettingsChange<T>,
  ): Promise<SettingsOutcome>;
}
