import { type MonitorConfig, monitorLimits } from '#shared';

export const defaultTimes = {
  marginMinutes: monitorLimits.defaultMarginMinutes,
  runtimeMinutes: monitorLimits.defaultRuntimeMinutes,
  failureThreshold: 1,
  recoveryThreshold: 1,
} as const satisfies Partial<MonitorConfig>;

export function describeConfig({
  schedule,
  timeZone,
  marginMinutes,
  runtimeMinutes,
}: MonitorConfig): string {
  const when =
    schedule.type === 'crontab'
      ? `${schedule.value} (${timeZone})`
      : `every ${schedule.value} ${schedule.unit}`;
  return `${when}, margin ${marginMinutes} min, longest ${runtimeMinutes} min`;
}

export function readConfig(config: string | null): MonitorConfig | undefined {
  return config === null ? undefined : (JSON.parse(config) as MonitorConfig);
}
