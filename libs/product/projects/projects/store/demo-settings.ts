import type { SettingsPart } from './settings-part.ts';

/** Marks a demo project, which Errata fills with made-up events. */
interface DemoSettings {
  readonly startedAtMs?: number;
  /** The person in whose name the demo is filled; absent for `npm run demo` without an owner. */
  readonly startedBy?: number;
  /** Time at which sessions and logs were sent, which count twice when they are sent again. */
  readonly besideAtMs?: number;
  readonly filledAtMs?: number;
}

export const demoSettings: SettingsPart<DemoSettings> = { name: 'demo', defaults: {} };
