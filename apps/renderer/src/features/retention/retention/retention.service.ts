import { Injectable } from '@nestjs/common';
import { retentionSettings, SettingsStore } from '#product/projects/projects';
import { Clock } from '#shared';
import { areAllowed } from '../../people/settings/index.ts';
import { RetentionRules } from './retention.dto.ts';

const DAYS = /^\d{1,4}$/;

@Injectable()
export class RetentionService {
  constructor(
    private readonly parts: SettingsStore,
    private readonly clock: Clock,
  ) {}

  async getDays(projectId: number): Promise<number> {
    return (await this.parts.get(projectId, retentionSettings)).value.days;
  }

  /** Resolves with false when `text` is not an allowed number of days. */
  async keepFor(projectId: number, text: string, byUserId: number): Promise<boolean> {
    const patch = { days: DAYS.test(text.trim()) ? Number(text) : Number.NaN };
    if (!areAllowed(RetentionRules, patch)) return false;
    const nowMs = this.clock.nowMs();
    await this.parts.patch(retentionSettings, { projectId, patch, byUserId, nowMs });
    return true;
  }
}
