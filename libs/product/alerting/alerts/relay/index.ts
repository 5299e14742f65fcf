import type { DeliverySettings, Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { AlertStore } from '../index.ts';
import { tellAlerts } from './tell-alerts.ts';

export interface AlertJobParts extends JobTimes {
  readonly alerts: Pick<AlertStore, 'removeOld' | 'sendNext' | 'sendTest' | 'spread'>;
  /** Alerts wait when absent. */
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
    // How long after it fired an alert is on its way.
    {
      name: 'alerts',
      everyMs: 1000,
      run: async (signal) => settings && tellAlerts(alerts, { settings, clock, pause, signal }),
    },
    inShortSteps({ name: 'old-alerts', ...seldom, step: removeOld }, { clock, pause }),
  ];
}
