import type { MonitorFailure } from '../index.ts';
import type { MonitorConfig, RunStatus } from '#shared';

const WORDS: Readonly<Record<RunStatus, string>> = {
  in_progress: 'in progress',
  ok: 'ok',
  error: 'failed',
  missed: 'missed',
  timeout: 'timed out',
  unknown: 'unknown',
};

/**
 * Builds the event for a failure in the form that SDKs send, so that it is grouped, searched and
 * alerted like any other event.
 */
export function toFailureEvent(failure: MonitorFailure): Readonly<Record<string, unknown>> {
  const { monitorId, slug, name, environment, config, atMs, run } = failure;
  return {
    timestamp: atMs / 1000,
    platform: 'other',
    level: 'error',
    environment,
    ...(run.release === undefined ? {} : { release: run.release }),
    exception: {
      values: [{ type: `Cron ${name}: ${WORDS[run.status]}`, value: describe(failure) }],
    },
    fingerprint: ['cron monitor', slug, environment],
    tags: { 'monitor.slug': slug, 'monitor.status': run.status },
    contexts: {
      ...(run.traceId === undefined ? {} : { trace: { trace_id: run.traceId } }),
      monitor: {
        type: 'monitor',
        id: monitorId,
        name,
        slug,
        ...(config ? { schedule: toScheduleText(config) } : {}),
        check_in_id: run.checkInId,
        started: toText(run.startedAtMs),
        ...(run.durationMs === undefined ? {} : { duration_ms: run.durationMs }),
      },
    },
  };
}

function describe({ config, run }: MonitorFailure): string {
  const { status, startedAtMs, durationMs } = run;
  const at = toText(startedAtMs);
  if (status === 'missed') {
    return `It was due at ${at}, and had not begun ${config?.marginMinutes ?? 1} min later.`;
  }
  if (status === 'timeout') {
    const minutes = config ? ` ${config.runtimeMinutes} min` : '';
    return `It began at ${at}, and had not ended after${minutes || ' its longest time'}.`;
  }
  const took = durationMs === undefined ? '' : ` It took ${durationMs / 1000} s.`;
  return `The run of ${at} reported that it failed.${took}`;
}

function toScheduleText({ schedule, timeZone }: MonitorConfig): string {
  return schedule.type === 'crontab'
    ? `${schedule.value} (${timeZone})`
    : `every ${schedule.value} ${schedule.unit}`;
}

function toText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
