import { type JsonObject, readObject, readText, withoutUndefined } from '#events';
import type { CheckIn } from '../store/check-in.ts';
import {
  checkInStatuses,
  intervalUnits,
  type MonitorConfig,
  monitorLimits,
  type MonitorSchedule,
  toHexId,
  toMonitorSlug,
} from '#shared';
import {
  declareItems,
  deriveId,
  type ItemPlace,
  mistake,
  parseItem,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';

const DEFAULT_ENVIRONMENT = 'production';
const ENVIRONMENT_LENGTH = 64;
const RELEASE_LENGTH = 200;
/** SDKs send this id to mean the latest run in progress. */
const LATEST = '0'.repeat(32);

type Read = Omit<CheckIn, 'projectId' | 'receivedAtMs' | 'newId'>;

/** A check-in has some seven statements of its own, which wait for PostgreSQL. */
const EVENTS_PER_CHECK_IN = 4;

export const checkInItems = declareItems({
  list: 'checkIns',
  types: {
    check_in: {
      kind: 'monitor',
      read: readCheckInItem,
      examples: [
        '{"monitor_slug":"a","status":"ok","environment":$,"monitor_config":{"schedule":{"type":"crontab","value":$}}}',
      ],
    },
  },
  weigh: () => EVENTS_PER_CHECK_IN,
});

function readCheckInItem(
  item: SpooledItem,
  { report, item: position }: ItemPlace,
): ReadItem<CheckIn> {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const said = readCheckIn(parsed.value);
  if (typeof said === 'string') return mistake(said);
  const { projectId, receivedAtMs } = report;
  const newId = deriveId(report, `check-in ${position}`);
  return { ok: true, item: { ...said, projectId, receivedAtMs, newId } };
}

/**
 * Returns a message when the check-in is invalid. A wrong schedule does not make the check-in
 * invalid; it becomes a `problem` of the monitor.
 * https://develop.sentry.dev/sdk/telemetry/check-ins/
 */
export function readCheckIn(payload: JsonObject): Read | string {
  const slug = toMonitorSlug(readText(payload['monitor_slug'], 200) ?? '');
  if (slug === undefined) return 'The check-in names no monitor.';
  const status = checkInStatuses.find((each) => each === payload['status']);
  if (!status) return 'The check-in says neither in_progress, nor ok, nor error.';
  const id = toHexId(payload['check_in_id']);
  const trace = readObject(readObject(payload['contexts'])?.['trace']);
  return {
    slug,
    status,
    environment: readText(payload['environment'], ENVIRONMENT_LENGTH) || DEFAULT_ENVIRONMENT,
    ...withoutUndefined({
      id: id === LATEST ? undefined : id,
      durationMs: readDuration(payload['duration']),
      release: readText(payload['release'], RELEASE_LENGTH) || undefined,
      traceId: toHexId(trace?.['trace_id']),
    }),
    ...readConfig(readObject(payload['monitor_config'])),
  };
}

/** SDKs send seconds. */
function readDuration(value: unknown): number | undefined {
  const ms = Math.round(Number(value) * 1000);
  const isOne = (typeof value === 'number' || typeof value === 'string') && value !== '';
  return isOne && ms >= 0 && ms <= monitorLimits.durationMs ? ms : undefined;
}

function readConfig(config: JsonObject | undefined): Pick<CheckIn, 'config' | 'problem'> {
  if (!config) return {};
  const sent = readObject(config['schedule']);
  const schedule = sent && readSchedule(sent);
  if (!schedule)
    return { problem: 'The check-in has a schedule that is neither crontab nor interval.' };
  const { mostMarginMinutes, mostRuntimeMinutes, mostThreshold } = monitorLimits;
  const read: MonitorConfig = {
    schedule,
    timeZone: readText(config['timezone'], monitorLimits.timeZoneLength) || 'UTC',
    marginMinutes: readWhole(config['checkin_margin'], {
      otherwise: monitorLimits.defaultMarginMinutes,
      most: mostMarginMinutes,
    }),
    runtimeMinutes: readWhole(config['max_runtime'], {
      otherwise: monitorLimits.defaultRuntimeMinutes,
      most: mostRuntimeMinutes,
    }),
    failureThreshold: readWhole(config['failure_issue_threshold'], {
      otherwise: 1,
      most: mostThreshold,
    }),
    recoveryThreshold: readWhole(config['recovery_threshold'], {
      otherwise: 1,
      most: mostThreshold,
    }),
  };
  return { config: read };
}

function readSchedule({ type, value, unit }: JsonObject): MonitorSchedule | undefined {
  if (type === 'crontab' && typeof value === 'string') {
    // One character too many stays, so that the schedule is recognised as too long.
    return { type, value: value.trim().slice(0, monitorLimits.scheduleLength + 1) };
  }
  const known = intervalUnits.find((each) => each === unit);
  return type === 'interval' && typeof value === 'number' && known
    ? { type, value, unit: known }
    : undefined;
}

function readWhole(
  value: unknown,
  { otherwise, most }: { readonly otherwise: number; readonly most: number },
): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1
    ? Math.min(Math.round(value), most)
    : otherwise;
}
