import type { Job } from '#shared';
import { projectRule } from '#product/recording/reports/relay';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { LogStore } from '../index.ts';
import { logSettings } from '../store/log-settings.ts';

export const logRule = projectRule(logSettings, (set) => ({ logs: set }));

export interface LogJobParts extends JobTimes {
  readonly logs: Pick<LogStore, 'removeOld'>;
}

export function logJobs({ logs, ...times }: LogJobParts): readonly Job[] {
  const step = (nowMs: number) => logs.removeOld(nowMs);
  return [inShortSteps({ name: 'old-logs', ...seldom, step }, times)];
}
