import { Injectable } from '@nestjs/common';
import { SettingsStore } from '#product/projects/projects';
import { logSettings, LogStore } from '#product/recording/logs';
import { Clock } from '#shared';
import type { LogSettings } from '#shared';
import { areAllowed } from '../../../people/settings/index.ts';
import { LogDaysRules } from '../log-settings.dto.ts';
import type { LogSettingsDto } from '../log-settings.dto.ts';
import { describeRoom } from './describe-room.ts';

const DAYS = /^\d{1,4}$/;

@Injectable()
export class LogSettingsService {
  constructor(
    private readonly parts: SettingsStore,
    private readonly logs: LogStore,
    private readonly clock: Clock,
  ) {}

  async get(projectId: number): Promise<LogSettings> {
    return (await this.parts.get(projectId, logSettings)).value;
  }

  async describeRoom(projectId: number): Promise<readonly string[]> {
    return describeRoom(await this.logs.measure(projectId, this.clock.nowMs()));
  }

  /** Resolves with false when the days are not an allowed number. */
  async set(projectId: number, sent: LogSettingsDto, byUserId: number): Promise<boolean> {
    const days = DAYS.test(sent.days.trim()) ? Number(sent.days) : Number.NaN;
    if (!areAllowed(LogDaysRules, { days })) return false;
    const patch = { days, level: sent.level };
    await this.parts.patch(logSettings, { projectId, patch, byUserId, nowMs: this.clock.nowMs() });
    return true;
  }
}
