import { Injectable } from '@nestjs/common';
import { SegmentStore, spanSettings } from '#product/performance/segments';
import { SettingsStore } from '#product/projects/projects';
import { OutcomeStore } from '#product/recording/outcomes';
import { Clock, formatBytes } from '#shared';
import type { SpanSettings } from '#shared';

/** Bounds the estimate of a day, by the 25 MB that a day of 200 names may take. */
const MOST_DAY_BYTES = 60_000_000;
/** A row of counts for each span, where so few come that most are alone in their hour. */
const BYTES_PER_SPAN = 110;
const HOURS = 24;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Reasons for which spans never count, whatever is decided. */
const NEVER: ReadonlySet<string> = new Set(['left_out', 'own_sending']);

@Injectable()
export class SpanSettingsService {
  constructor(
    private readonly parts: SettingsStore,
    private readonly outcomes: OutcomeStore,
    private readonly segments: SegmentStore,
    private readonly clock: Clock,
  ) {}

  async get(projectId: number): Promise<SpanSettings> {
    return (await this.parts.get(projectId, spanSettings)).value;
  }

  async set(projectId: number, patch: Partial<SpanSettings>, byUserId: number): Promise<void> {
    await this.parts.patch(spanSettings, { projectId, patch, byUserId, nowMs: this.clock.nowMs() });
  }

  async describe(projectId: number, { taken }: SpanSettings): Promise<string> {
    const nowMs = this.clock.nowMs();
    return describeSpans(taken, {
      ...(await this.segments.measure(projectId)),
      lastHour: await this.count(projectId, nowMs - HOUR_MS, nowMs),
      before: await this.count(projectId, nowMs - DAY_MS, nowMs - HOUR_MS - MINUTE_MS),
    });
  }

  private async count(projectId: number, fromMs: number, toMs: number): Promise<number> {
    const range = { projectIds: [projectId], fromMs, toMs, per: 'minute' } as const;
    return (await this.outcomes.sum(range))
      .filter(({ kind, reason }) => /^(?:span|transaction)$/.test(kind) && !NEVER.has(reason))
      .reduce((all, { quantity }) => all + quantity, 0);
  }
}

interface SpanRoom {
  /** Spans that came in the last hour, and in the day before it. */
  readonly lastHour: number;
  readonly before: number;
  readonly bytes: number;
  /** 0 for no bound. */
  readonly mostBytes: number;
}

/** Says what spans of a project take, or what those of a day would take. */
export function describeSpans(
  taken: SpanSettings['taken'],
  { lastHour, before, bytes, mostBytes }: SpanRoom,
): string {
  const came = `Spans and transactions of the last hour: ${lastHour.toLocaleString('en')}.`;
  const bound = mostBytes > 0 ? ` of the ${formatBytes(mostBytes)} that they may take` : '';
  if (taken !== 'asked') return `${came} Counts take about ${formatBytes(bytes)}${bound}.`;
  if (lastHour === 0 || before === 0) {
    return `${came} After an hour of them, this line says what a day would take.`;
  }
  const day = formatBytes(Math.min(MOST_DAY_BYTES, lastHour * HOURS * BYTES_PER_SPAN));
  return `${came} They did not count. A day of them would take about ${day}${bound}.`;
}
