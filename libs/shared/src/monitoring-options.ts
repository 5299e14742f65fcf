import * as monitoringLimits from './limits/monitoring-limits.ts';
import type { Dsn } from './dsn.ts';
import { parseDsn } from './dsn.ts';

/**
 * Options of all SDKs of ours, besides their DSN: no personal data, no tracing. The numbers are
 * explicit, because the SDKs' defaults differ between browser and server. `_flushInterval` is the
 * SDK's private name for the delay before buffered logs are sent.
 */
export const monitoringOptions = /* @__PURE__ */ Object.freeze({
  maxBreadcrumbs: monitoringLimits.breadcrumbs,
  transportOptions: { bufferSize: monitoringLimits.sendBuffer },
  enableLogs: true,
  _flushInterval: monitoringLimits.logFlushMs,
  sendDefaultPii: false,
});

/**
 * Where Errata's own errors go: to its own relay, nowhere, or to another service that is contacted
 * directly.
 */
export type MonitoringTarget = 'own' | 'off' | Dsn;

/**
 * Reads `MONITORING_DSN`. Absent or empty means the own relay. Returns undefined for a text that is
 * not `off` and not a DSN.
 */
export function parseMonitoringTarget(text: string | undefined): MonitoringTarget | undefined {
  if (text === undefined || text === '') return 'own';
  return text === 'off' ? 'off' : parseDsn(text);
}
