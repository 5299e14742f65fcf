import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';
import { demoSettings, ProjectStore, SettingsStore } from '#product/projects/projects';
import type { Project } from '#product/projects/projects';
import { OutcomeStore } from '#product/recording/outcomes';
import { Clock } from '#shared';
import type { ItemKind } from '#shared';
import { spreadOutcomes } from './demo-outcomes.ts';
import { MINUTE_MS } from './demo-project.ts';

/**
 * Longest time that filling the demo takes. A demo that is still incomplete after this time counts
 * as stopped.
 */
const LASTS_MS = 5 * 60_000;
/** A filling that began longer ago is not resumed by a restart, which may concern something else. */
const INTERRUPTED_MS = 60 * 60_000;
const BESIDE: ReadonlySet<ItemKind> = new Set([
  'attachment',
  'feedback',
  'log_item',
  'monitor',
  'session',
  'span',
]);

export interface DemoState {
  readonly state: 'none' | 'filling' | 'stopped' | 'filled';
  readonly projects: readonly Project[];
  readonly events: number;
}

@Injectable()
export class DemoProgress {
  constructor(
    private readonly projects: ProjectStore,
    private readonly settings: SettingsStore,
    private readonly outcomes: OutcomeStore,
    private readonly users: UserStore,
    private readonly clock: Clock,
  ) {}

  /** Reads the progress from the database, because another process may be filling the demo. */
  async readState(): Promise<DemoState> {
    const nowMs = this.clock.nowMs();
    const marked = await this.settings.list(demoSettings);
    const all = await this.projects.list();
    const projects = all.filter(({ id }) => marked.get(id)?.startedAtMs !== undefined);
    if (projects.length === 0) return { state: 'none', projects, events: 0 };
    const marks = projects.map(({ id }) => marked.get(id)!);
    const projectIds = projects.map(({ id }) => id);
    // Sums the counts of all time, because some events may have been sent before an earlier run
    // stopped.
    const sums = await this.outcomes.sum({ projectIds, fromMs: 0, toMs: nowMs, per: 'hour' });
    const events = sums
      .filter(({ kind }) => !BESIDE.has(kind))
      .filter(({ outcome }) => outcome === 'stored' || outcome === 'counted')
      .reduce((total, { quantity }) => total + quantity, 0);
    const isFilled = marks.every(({ filledAtMs }) => filledAtMs !== undefined);
    const isLate = marks.every(({ startedAtMs }) => nowMs - startedAtMs! > LASTS_MS);
    return { state: isFilled ? 'filled' : isLate ? 'stopped' : 'filling', projects, events };
  }

  /** Moves what the projects received since `fromMs` to the hours in which it happened. */
  async spread(events: Parameters<typeof spreadOutcomes>[1], fromMs: number): Promise<void> {
    const nowMs = this.clock.nowMs();
    const projectIds = [...new Set(events.map(({ projectId }) => projectId))];
    const minutes = Math.floor(nowMs / MINUTE_MS) - Math.floor(fromMs / MINUTE_MS) + 1;
    const received = await Promise.all(
      Array.from({ length: minutes }, async (_, nth) => {
        const atMs = (Math.floor(fromMs / MINUTE_MS) + nth) * MINUTE_MS;
        const range = { projectIds, fromMs: atMs, toMs: atMs, per: 'minute' } as const;
        return { atMs, sums: await this.outcomes.sum(range) };
      }),
    );
    await this.outcomes.add(spreadOutcomes(received, events, nowMs));
  }

  /**
   * Resolves with whose filling a stop of Errata has just interrupted; undefined when there is none.
   * The user is absent when nobody triages in the demo, or when that person is not active any more.
   */
  async findUnfinished(): Promise<{ readonly byUserId: number | undefined } | undefined> {
    const marked = await this.settings.list(demoSettings);
    // A deleted project keeps its settings for a while.
    const marks = (await this.projects.list()).flatMap(({ id }) => marked.get(id) ?? []);
    const sinceMs = this.clock.nowMs() - INTERRUPTED_MS;
    const open = marks.find(
      ({ startedAtMs = 0, filledAtMs }) => startedAtMs > sinceMs && filledAtMs === undefined,
    );
    if (!open) return undefined;
    const user = open.startedBy === undefined ? undefined : await this.users.find(open.startedBy);
    return { byUserId: user?.state === 'active' ? user.id : undefined };
  }
}
