import { Logger } from '@nestjs/common';
import { monitoringOptions } from '#shared';
import type { ErrorReporting } from './error-reporting.ts';
import type { RequestTrace } from './request-trace.ts';

type Sdk = typeof import('@sentry/nestjs');

export interface ErrorContext {
  readonly digest: string;
  readonly trace?: RequestTrace;
  readonly requestId?: string | undefined;
}

const CLOSE_WITHIN_MS = 1000;

/**
 * Reports this process's errors in the background with the Sentry SDK, without tracing and request
 * bodies. Reports are dropped once the SDK's send buffer is full.
 *
 * The SDK is loaded with the first error, because it needs 45 MB (measured) and would instrument
 * every request. Therefore the first report is slow and has no breadcrumbs.
 *
 * ```ts
 * const monitoring = new ErrorMonitoring({ dsn, release: 'shop@1.4.0', environment });
 * monitoring.report(error, { digest: toDigest(error) });
 * await monitoring.close();
 * ```
 */
export class ErrorMonitoring {
  private readonly logger = new Logger('Monitoring');
  private loading: Promise<Sdk> | undefined;

  constructor(private readonly target: ErrorReporting | undefined) {}

  /** Never throws and never waits. */
  report(error: unknown, { digest, trace, requestId }: ErrorContext): void {
    if (!this.target) return;
    this.loading ??= load(this.target);
    this.loading
      .then((sdk) => {
        // Clones the scope, because `withScope` shares one scope when the SDK's context manager is
        // missing.
        const scope = sdk.getCurrentScope().clone();
        scope.setTag('digest', digest);
        if (requestId !== undefined) scope.setTag('request_id', requestId);
        if (trace) {
          const { traceId, spanId } = trace;
          scope.setPropagationContext({ traceId, propagationSpanId: spanId, sampleRand: 0 });
        }
        scope.captureException(error);
      })
      .catch((cause: unknown) => this.logger.warn(`An error was not reported: ${String(cause)}`));
  }

  async close(): Promise<void> {
    const sdk = await this.loading?.catch(() => undefined);
    await sdk?.close(CLOSE_WITHIN_MS);
  }
}

async function load(target: ErrorReporting): Promise<Sdk> {
  const sdk = await import('@sentry/nestjs');
  sdk.init({
    ...monitoringOptions,
    ...target,
    skipOpenTelemetrySetup: true,
    registerEsmLoaderHooks: false,
    defaultIntegrations: false,
    integrations: [
      sdk.linkedErrorsIntegration(),
      sdk.contextLinesIntegration(),
      sdk.nodeContextIntegration(),
    ],
  });
  return sdk;
}
