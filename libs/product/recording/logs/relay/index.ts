import type { Job, LogSettings } from '#shared';
import { projectRule } from '#product/recording/reports/relay';
import { inShortSteps, type JobTimes, Logger, seldom } from '#telemetry/plain';
import type { LogStore } from '../index.ts';
import { logSettings } from '../store/log-settings.ts';

export { logItems } from './log-items.ts';

declare module '#product/recording/reports/relay' {
  interface EventRules {
    readonly logs?: LogSettings;
  }
}

export const logRule = projectRule(logSettings, (set) => ({ logs: set }));

export interface LogJobParts extends JobTimes {
  readonly logs: Pick<LogStore, 'listDamaged' | 'removeOld'>;
}

export function logJobs({ logs, ...times }: LogJobParts): readonly Job[] {
  const told = new Set<string>();
  const logger = new Logger('Logs');
  const step = async (nowMs: number): Promise<boolean> => {
    for (const name of await logs.listDamaged()) {
      if (told.has(name)) continue;
      told.add(name);
      logger.error(`A file of logs was damaged and is set aside as logs/${name} in DATA_DIR.`);
    }
    return logs.removeOld(nowMs);
  };
  return [inShortSteps({ name: 'old-logs', ...seldom, step }, times)];
}
