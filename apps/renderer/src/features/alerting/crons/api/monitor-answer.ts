import type { Monitor, MonitorEnvironment, MonitorRun } from '#product/alerting/crons';
import type { Project } from '#product/projects/projects';
import type { MonitorConfig } from '#shared';

/** Returns a monitor in the format of Sentry's API. */
export function toMonitorAnswer(monitor: Monitor, projects: readonly Project[]): object {
  const { id, projectId, slug, name, state, config, environments } = monitor;
  const project = projects.find((each) => each.id === projectId);
  return {
    id: String(id),
    slug,
    name,
    type: 'cron_job',
    status: state === 'disabled' ? 'disabled' : 'active',
    isMuted: state === 'muted',
    config: config ? toConfig(config) : null,
    environments: environments.map((each) => toEnvironment(each, state === 'muted')),
    project: project
      ? { id: String(project.id), slug: project.slug, name: project.name, platform: null }
      : null,
  };
}

export function toCheckInAnswer({
  run,
  environment,
}: {
  readonly run: MonitorRun;
  readonly environment: string;
}): object {
  const { checkInId, status, startedAtMs, durationMs } = run;
  return {
    id: checkInId,
    environment,
    status,
    duration: durationMs,
    dateCreated: toIso(startedAtMs),
  };
}

function toConfig(config: MonitorConfig): object {
  const { schedule, timeZone, marginMinutes, runtimeMinutes } = config;
  return {
    schedule_type: schedule.type,
    schedule: schedule.type === 'crontab' ? schedule.value : [schedule.value, schedule.unit],
    timezone: timeZone,
    checkin_margin: marginMinutes,
    max_runtime: runtimeMinutes,
    failure_issue_threshold: config.failureThreshold,
    recovery_threshold: config.recoveryThreshold,
  };
}

function toEnvironment(environment: MonitorEnvironment, isMuted: boolean): object {
  const { environment: name, status, isFailing, lastRunAtMs, expectedAtMs } = environment;
  return {
    name,
    status: isFailing ? 'error' : (status ?? 'active'),
    isMuted,
    lastCheckIn: lastRunAtMs === undefined ? null : toIso(lastRunAtMs),
    nextCheckIn: expectedAtMs === undefined ? null : toIso(expectedAtMs),
  };
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
