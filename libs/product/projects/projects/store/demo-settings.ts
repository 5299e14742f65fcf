import type { SettingsPart } from './settings-part.ts';

/** Marks a demo project, which Errata fills with made-up events. */
interface DemoSettings {
  readonly startedAtMs?: number;
  readonly filledAtMs?: number;
}

export const demoSettings: SettingsPart<DemoSettings> = { name: 'demo', defaults: {} };
