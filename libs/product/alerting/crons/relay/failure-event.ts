import type { MonitorFailure } from '../index.ts';
import type { MonitorConfig } from '#shared';
import { formatTook } from '../rules/index.ts';

/**
 * Builds the event for a failure in the form that SDKs send, so that it is grouped, searched and
 * alerted like any other event. The type names the monitor alone, so that the title of the issue
 * stays the same. The value says what happened.
 */
export function toFailureEvent(failure: MonitorFailure): Readonly<Record<string, unknown>> {
  const { monitorId, slug, name, environment, config, atMs, run } = failure;
  return {
    timestamp: atMs / 1000,
    platform: 'other',
    level: 'error',
    environment,
    ...(run.release === null ? {} : { release: run.release }),
    exception: {
      values: [{ type: `Monitor failure: ${name}`, value: describe(failure) }],
    },
    fingerprint: ['cron monitor', slug, environment],
    tags: { 'monitor.slug': slug, 'monitor.status': run.status },
    contexts: {
      ...(run.traceId === null ? {} : { trace: { trace_id: run.traceId } }),
      monitor: {
        type: 'monitor',
        id: monitorId,
        name,
        slug,
        ...(config ? { schedule: toScheduleText(config) } : {}),
        check_in_id: run.checkInId,
        started: toText(run.startedAtMs),
        ...(run.durationMs === null ? {} : { duration_ms: run.durationMs }),
      },
    },
  };
}

function describe({ config, run }: MonitorFailure): string {
  const { status, startedAtMs, durationMs } = run;
  const at = toText(startedAtMs);
  if (status === 'missed') {
    return `Missed: due at ${at}, and not begun ${config?.marginMinutes ?? 1} min later.`;
  }
  if (status === 'timeout') {
    const longest = config ? `${config.runtimeMinutes} min` : 'its longest time';
    return `Timed out: begun at ${at}, and not ended after ${longest}.`;
  }
  const took = durationMs === null ? '' : ` after ${formatTook(durationMs)}`;
  return `Failed: the run of ${at} said so${took}.`;
}

function toScheduleText({ schedule, timeZone }: MonitorConfig): string {
  return schedule.type === 'crontab'
    ? `${schedule.value} (${timeZone})`
    : `every ${schedule.value} ${schedule.unit}`;
}

function toText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
