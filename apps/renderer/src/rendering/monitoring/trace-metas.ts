import { parseDsn } from '#shared';
import type { ErrorReporting } from './error-reporting.ts';
import type { RequestTrace } from './request-trace.ts';

/**
 * What a document tells the browser's SDK, so that it continues the server's trace: the content of
 * the metas `sentry-trace` and `baggage`. Nothing is sampled: there is no tracing, only a shared id.
 */
export function toTraceMetas(
  { traceId, spanId }: RequestTrace,
  { dsn, release, environment }: ErrorReporting,
): Record<string, string> {
  const baggage = {
    'sentry-environment': environment,
    'sentry-release': release,
    'sentry-public_key': parseDsn(dsn)?.publicKey ?? '',
    'sentry-trace_id': traceId,
  };
  return {
    'sentry-trace': `${traceId}-${spanId}`,
    baggage: Object.entries(baggage)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join(','),
  };
}
