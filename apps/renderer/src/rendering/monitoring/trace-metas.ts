import type { ErrorReporting } from './error-reporting.ts';
import type { RequestTrace } from './request-trace.ts';

/**
 * What a document tells the browser's SDK, so that it continues the server's trace: the content of
 * the metas `sentry-trace` and `baggage`. Nothing is sampled: there is no tracing, only a shared id. The server's key is
 * left out, because strangers read the page.
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
