import type { OutcomeStore, Project, ProjectStore, SettingsStore } from '#persistence';
import { demoSettings } from '#persistence';
import { demoProjects } from '../events/demo-projects.ts';
import { EVENTS_PER_PROJECT } from '../events/demo-plan.ts';

/** A filling takes less; one that is older and not complete has stopped. */
const LASTS_MS = 5 * 60_000;

export const DEMO_EVENTS = demoProjects.length * EVENTS_PER_PROJECT;

export interface DemoState {
  readonly state: 'none' | 'filling' | 'stopped' | 'filled';
  readonly projects: readonly Project[];
  /** Events that are in. */
  readonly events: number;
}

/** How far the demo is, as the database has it: whoever fills it, and wherever. */
export async function readDemoState(
  stores: {
    readonly projects: ProjectStore;
    readonly settings: SettingsStore;
    readonly outcomes: OutcomeStore;
  },
  nowMs: number,
): Promise<DemoState> {
  const [all, marked] = await Promise.all([
    stores.projects.list(),
    stores.settings.list(demoSettings),
  ]);
  const projects = all.filter(({ id }) => marked.get(id)?.startedAtMs !== undefined);
  if (projects.length === 0) return { state: 'none', projects, events: 0 };
  const marks = projects.map(({ id }) => marked.get(id)!);
  const startedAtMs = Math.min(...marks.map((mark) => mark.startedAtMs ?? nowMs));
  const sums = await stores.outcomes.sum({
    projectIds: projects.map(({ id }) => id),
    fromMs: startedAtMs,
    toMs: nowMs,
    per: 'hour',
  });
  const events = sums
    .filter(({ outcome }) => outcome === 'stored' || outcome === 'counted')
    .reduce((total, { quantity }) => total + quantity, 0);
  const isFilled = marks.every(({ filledAtMs }) => filledAtMs !== undefined);
  const isLate = nowMs - startedAtMs > LASTS_MS;
  return { state: isFilled ? 'filled' : isLate ? 'stopped' : 'filling', projects, events };
}
