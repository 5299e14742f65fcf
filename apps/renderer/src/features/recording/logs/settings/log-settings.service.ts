import { Injectable } from '@nestjs/common';
import { SettingsStore } from '#product/projects/projects';
import { logSettings, LogStore } from '#product/recording/logs';
import type { LogRoom } from '#product/recording/logs';
import { Clock, formatBytes, logLimits } from '#shared';
import type { LogSettings } from '#shared';
import { areAllowed } from '../../../people/settings/index.ts';
import { LogDaysRules } from '../log-settings.dto.ts';
import type { LogSettingsDto } from '../log-settings.dto.ts';

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

/** Returns sentences that say how much of the storage logs use, and how to keep more. */
export function describeRoom({ budgetBytes, bytes, dayBytes }: LogRoom): readonly string[] {
  if (budgetBytes === 0) {
    return [`The project’s logs take about ${formatBytes(bytes)}. There is no storage budget.`];
  }
  const [share, ofDay] = [logLimits.projectShare, logLimits.dayShare].map(
    (part) => budgetBytes * part,
  );
  return [
    `The project’s logs take about ${formatBytes(bytes)} of the ${formatBytes(share!)} that they may take, and those of today ${formatBytes(dayBytes)} of ${formatBytes(ofDay!)}.`,
    'Beyond that, Errata deletes the oldest ones of this project. When the logs of all projects are too many together, the project with most loses its oldest ones.',
    'To keep logs for longer, keep fewer levels, or ask who operates Errata to raise STORAGE_BUDGET_BYTES.',
  ];
}
