import type { Log } from '#shared';

const MINUTE_MS = 60_000;
const LOGS_PER_EVENT = 10;

/**
 * Returns how many events cost as much to record. Logs of each minute are stored together, and even
 * a single one costs as much as an event (measured).
 */
export function weighLogs(logs: readonly Pick<Log, 'atMs'>[]): number {
  const minutes = new Set(logs.map(({ atMs }) => Math.floor(atMs / MINUTE_MS)));
  return Math.max(Math.ceil(logs.length / LOGS_PER_EVENT), minutes.size);
}
