import type { SettingsPart } from './settings-part.ts';

/** What marks a project that is there to be looked at, with made-up events. */
interface DemoSettings {
  /** When it was filled, or was begun to be. Absent of all other projects. */
  readonly startedAtMs?: number;
  /** When it had all of its events. */
  readonly filledAtMs?: number;
}

export const demoSettings: SettingsPart<DemoSettings> = { name: 'demo', defaults: {} };
