import type { ErrorReporting } from '#telemetry';
import type { RequestTrace } from './request-trace.ts';

/**
 * Returns the content of the meta elements `sentry-trace` and `baggage`, which let the browser's
 * SDK continue the server's trace. No sampling decision is sent, because Errata records no traces.
 * The DSN's public key is left out, because strangers read the page.
 */
export function toTraceMetas(
  { traceId, spanId }: RequestTrace,
  { release, environment }: Pick<ErrorReporting, 'release' | 'environment'>,
): Record<string, string> {
  const baggage = {
    'sentry-environment': environment,
    'sentry-release': release,
    'sentry-trace_id': traceId,
  };
  return {
    'sentry-trace': `${traceId}-${spanId}`,
    baggage: Object.entries(baggage)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join(','),
  };
}
