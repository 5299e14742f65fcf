import * as monitoringLimits from './limits/monitoring-limits.ts';
import type { Dsn } from './dsn.ts';
import { parseDsn } from './dsn.ts';

/**
 * The options every SDK of ours is started with, on top of its DSN: the numbers spelled
 * out (an SDK's own defaults differ between browser and server), nothing personal, no tracing.
 * `_flushInterval` is the SDK's private name for the delay after which buffered logs are sent.
 */
export const monitoringOptions = /* @__PURE__ */ Object.freeze({
  maxBreadcrumbs: monitoringLimits.breadcrumbs,
  transportOptions: { bufferSize: monitoringLimits.sendBuffer },
  enableLogs: true,
  _flushInterval: monitoringLimits.logFlushMs,
  sendDefaultPii: false,
});

/** Where Errata's own errors go: its own relay, nowhere, or another service that is contacted directly. */
export type MonitoringTarget = 'own' | 'off' | Dsn;

/** Reads `MONITORING_DSN`; absent or empty means the own relay. Undefined when it is neither `off` nor a DSN. */
export function parseMonitoringTarget(text: string | undefined): MonitoringTarget | undefined {
  if (text === undefined || text === '') return 'own';
  return text === 'off' ? 'off' : parseDsn(text);
}
