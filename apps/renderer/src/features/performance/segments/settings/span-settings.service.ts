import { Injectable } from '@nestjs/common';
import { SegmentStore, spanSettings } from '#product/performance/segments';
import { SettingsStore } from '#product/projects/projects';
import { OutcomeStore } from '#product/recording/outcomes';
import { Clock } from '#shared';
import type { SpanSettings } from '#shared';
import { describeSpans } from './describe-spans.ts';

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
