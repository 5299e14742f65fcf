import type {
  EventMapping,
  EventRules,
  ProjectRule,
  ProjectSettings,
} from '#product/recording/reports/relay';
import { hideInMapped, type Mapped } from '#events';
import type { Clock } from '#shared';
import type { EventOptions } from './items/event.ts';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

/**
 * How long rules are used before they are read again. A changed setting takes effect within about 2
 * s: after this time and the rest of the current batch.
 */
const RULES_LAST_MS = 1000;

export interface ProjectRulesParts {
  readonly rules: readonly ProjectRule[];
  readonly settings: ProjectSettings;
  readonly maps?: EventMapping;
  readonly clock: Clock;
  readonly pause: Pause;
}

/**
 * Caches each project's rules for filtering, hiding and grouping. Reads the database at most once a
 * second, although each batch asks.
 */
export class ProjectRules {
  private readonly logger = new Logger(ProjectRules.name);
  private readonly backoff = new Backoff();
  private readonly everywhere: EventRules;
  private own = new Map<number, { readonly text: string; readonly rules: EventRules }>();
  private askedAtMs = -Infinity;

  constructor(private readonly parts: ProjectRulesParts) {
    this.everywhere = merge(parts.rules.map(({ everywhere }) => everywhere));
  }

  /**
   * Waits without limit until the rules can be read. Events must not be processed by outdated
   * rules, and could not be recorded without the database anyway. Returns false when `signal` ends
   * the wait.
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

  /** Reads the rules, unless they were read a moment ago. Rejects with `database.unavailable`. */
  async refresh(): Promise<void> {
    await this.parts.maps?.refresh();
    const nowMs = this.parts.clock.nowMs();
    if (Math.abs(nowMs - this.askedAtMs) < RULES_LAST_MS) return;
    const { rules, settings } = this.parts;
    const lists: (readonly [ProjectRule, Awaited<ReturnType<ProjectRule['list']>>])[] = [];
    for (const rule of rules) lists.push([rule, await rule.list(settings)]);
    const ids = new Set(lists.flatMap(([, list]) => [...list.keys()]));
    const made = Array.from(ids, (id) => {
      const own = lists.map(([{ everywhere }, list]) => ({ everywhere, set: list.get(id) }));
      const text = JSON.stringify(own.map(({ set }) => set?.text));
      const known = this.own.get(id);
      // Unchanged rules are kept, because they contain caches.
      if (known?.text === text) return [id, known] as const;
      const merged = merge(own.map(({ everywhere, set }) => set?.make() ?? everywhere));
      return [id, { text, rules: merged }] as const;
    });
    this.own = new Map(made);
    this.askedAtMs = nowMs;
  }

  async refreshNow(): Promise<void> {
    this.parts.maps?.forget();
    this.askedAtMs = -Infinity;
    await this.refresh();
  }

  /** Lines that source maps bring to an event have lost their secrets, as other texts of it. */
  of(projectId: number): EventRules & Pick<EventOptions, 'map'> {
    const rules = this.own.get(projectId)?.rules ?? this.everywhere;
    const { maps } = this.parts;
    if (!maps) return rules;
    const { hiding } = rules;
    const hide = (mapped: Mapped | undefined) =>
      mapped && hiding ? hideInMapped(mapped, hiding) : mapped;
    return { ...rules, map: (event) => maps.map(projectId, event)?.then(hide) };
  }
}

function merge(rules: readonly EventRules[]): EventRules {
  return Object.assign({}, ...rules) as EventRules;
}
