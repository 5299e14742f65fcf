import { createHash } from 'node:crypto';
import type { SampleMonitor } from '#product/alerting/crons';
import { toItem, toRandom } from './demo-envelope.ts';
import { DAY_MS, HOUR_MS } from './demo-project.ts';

const PROJECT = 'demo-api';
const RUNS = 60;
/** Hour of the day, minutes that the first and the last run take, and places of missed runs. */
const MONITORS: readonly (readonly [string, number, number, number, readonly number[]])[] = [
  ['nightly-backup', 2, 4, 5, [11, 30, 31, 52]],
  ['import-orders', 4, 6, 29, []],
  ['send-invoices', 6, 0.2, 0.3, []],
];

const toHash = (text: string): string => createHash('md5').update(text).digest('hex');

/** Returns monitors with one run on each of the last days, for one of the projects. */
export function planMonitors(
  { slug: project, projectId }: { readonly slug: string; readonly projectId: number },
  nowMs: number,
): SampleMonitor[] {
  if (project !== PROJECT) return [];
  return MONITORS.map(([slug, hour, first, last, missed]) => {
    const random = toRandom(toHash(slug), 0);
    const latestMs = Math.floor(nowMs / DAY_MS - hour / 24) * DAY_MS + hour * HOUR_MS;
    const runs = Array.from({ length: RUNS }, (_, nth) => {
      const startedMs = latestMs - (RUNS - 1 - nth) * DAY_MS;
      const minutes = (first + ((last - first) * nth) / RUNS) * (0.85 + 0.3 * random());
      return missed.includes(nth)
        ? ({ status: 'missed', startedMs } as const)
        : ({ status: 'ok', startedMs, durationMs: Math.round(minutes * 60_000) } as const);
    });
    const schedule = { type: 'crontab', value: `0 ${hour} * * *` } as const;
    const times = { marginMinutes: 30, runtimeMinutes: 30 };
    const config = {
      schedule,
      timeZone: 'UTC',
      ...times,
      failureThreshold: 1,
      recoveryThreshold: 1,
    };
    return { projectId, slug, environment: 'production', config, runs, nowMs };
  });
}

/** Returns the check-in of a run that fails now, so that one of the monitors has an issue. */
export function toCheckInEnvelopes(project: string, nowMs: number): string[] {
  if (project !== PROJECT) return [];
  const run = { monitor_slug: 'import-orders', status: 'error', environment: 'production' };
  const payload = JSON.stringify({ ...run, check_in_id: toHash('check-in'), duration: 1921 });
  const header = JSON.stringify({ sent_at: new Date(nowMs).toISOString() });
  return [`${header}\n${toItem('check_in', payload)}\n`];
}
