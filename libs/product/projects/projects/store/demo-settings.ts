import type { SettingsPart } from './settings-part.ts';

/** Marks a demo project, which Errata fills with made-up events. */
interface DemoSettings {
  /** Unix time at which filling began; absent on every other project. */
  readonly startedAtMs?: number;
  /** Unix time at which the project had all its events. */
  readonly filledAtMs?: number;
}

export const demoSettings: SettingsPart<DemoSettings> = { name: 'demo', defaults: {} };
