import { findRoute, toStatusClass } from '#telemetry';
import type { Answer } from '#telemetry';
import type { RelayMetrics } from './relay-metrics.ts';

export function noteAnswer(metrics: RelayMetrics, { request, response, seconds }: Answer): void {
  const route = findRoute(request) ?? (request.method === 'OPTIONS' ? 'preflight' : 'none');
  metrics.noteAnswer(route, toStatusClass(response), seconds);
}
