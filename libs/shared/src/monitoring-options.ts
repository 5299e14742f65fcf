import * as monitoringLimits from './limits/monitoring-limits.ts';
import type { Dsn } from './dsn.ts';
import { parseDsn } from './dsn.ts';

/**
 * Options of the SDKs with which Errata reports its own errors: no personal data, no tracing. The
 * numbers are explicit, because the SDKs' defaults differ between browser and server.
 * `_flushInterval` is the SDK's private option for the delay before buffered logs are sent.
 */
export const monitoringOptions = /* @__PURE__ */ Object.freeze({
  maxBreadcrumbs: monitoringLimits.breadcrumbs,
  transportOptions: { bufferSize: monitoringLimits.sendBuffer },
  enableLogs: true,
  _flushInterval: monitoringLimits.logFlushMs,
  sendDefaultPii: false,
});

/**
 * Service that gets Errata's own errors: its own relay, none, or another service that is contacted
 * directly.
 */
export type MonitoringTarget = 'own' | 'off' | Dsn;

export function parseMonitoringTarget(text: string | undefined): MonitoringTarget | undefined {
  if (text === undefined || text === '') return 'own';
  return text === 'off' ? 'off' : parseDsn(text);
}
