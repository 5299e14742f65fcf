import type { DeliverySettings, Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { AlertStore } from '../index.ts';
import { sendDueAlerts } from './send-due-alerts.ts';

export interface AlertJobParts extends JobTimes {
  readonly alerts: Pick<
    AlertStore,
    'judgeCrashFree' | 'removeOld' | 'sendNext' | 'sendTest' | 'spread'
  >;
  /** Absent when sending is not set up; alerts then wait in the database. */
  readonly delivery?: Pick<DeliverySettings, 'publicUrl' | 'smtpUrl'> | undefined;
}

export function alertJobs({
  alerts,
  delivery: settings,
  clock,
  pause,
}: AlertJobParts): readonly Job[] {
  const removeOld = (nowMs: number) => alerts.removeOld(nowMs);
  return [
    {
      name: 'alerts',
      everyMs: 1000,
      run: async (signal) => settings && sendDueAlerts(alerts, { settings, clock, pause, signal }),
    },
    {
      name: 'crash-free',
      everyMs: 60_000,
      run: (signal) => alerts.judgeCrashFree(clock.nowMs(), signal),
    },
    inShortSteps({ name: 'old-alerts', ...seldom, step: removeOld }, { clock, pause }),
  ];
}
