import type { ErrorReporting } from './error-reporting.ts';
import type { RequestTrace } from './request-trace.ts';

/**
 * Returns the content of the metas `sentry-trace` and `baggage`, with which the browser's SDK
 * continues the server's trace. Only the id is shared: there is no tracing, so nothing is sampled.
 * The server's key is left out, because strangers read the page.
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
