import { Logger } from '@nestjs/common';
import { monitoringOptions } from '#shared';
import type { LogLine } from '../logs/log-entry.ts';
import type { ErrorReporting } from './error-reporting.ts';
import type { RecentLines, TimedLine } from '../logs/recent-lines.ts';

type Sdk = typeof import('@sentry/nestjs');
type Scope = ReturnType<Sdk['getCurrentScope']>;

export interface ReportFacts {
  readonly tags: Readonly<Record<string, string | undefined>>;
  readonly trace?: { readonly traceId: string; readonly spanId: string } | undefined;
}

const CLOSE_WITHIN_MS = 1000;
/**
 * Lines after an error are sent as logs for this time. Not for ever: a relay that logs a line about
 * each of its own logs would never stop.
 */
const LOGS_AFTER_MS = 60_000;

/**
 * Reports this process's errors in the background with the Sentry SDK, without tracing and request
 * bodies. Reports are dropped once the SDK's send buffer is full.
 *
 * The SDK is loaded with the first error, because it needs 45 MB (measured) and would instrument
 * every request. An error has the last log lines before it as breadcrumbs. Lines of the next minute
 * are sent as logs.
 */
export class SdkReports {
  private readonly logger = new Logger('Monitoring');
  private loading: Promise<Sdk | undefined> | undefined;

  constructor(
    /** Returns undefined while reports have nowhere to go. */
    private readonly findTarget: () => ErrorReporting | undefined,
    private readonly lines: RecentLines,
  ) {}

  /** Never throws and never waits. */
  report(error: unknown, facts: ReportFacts): void {
    this.capture(error, facts).catch((cause: unknown) =>
      this.logger.warn(`An error was not reported: ${String(cause)}`),
    );
  }

  async close(): Promise<void> {
    const sdk = await this.loading?.catch(() => undefined);
    await sdk?.close(CLOSE_WITHIN_MS);
  }

  private async capture(error: unknown, { tags, trace }: ReportFacts): Promise<void> {
    this.loading ??= this.load();
    const sdk = await this.loading;
    if (!sdk) return;
    const scope = createScope(sdk, trace);
    const before = this.lines.take((line) => sendLine(sdk, line), LOGS_AFTER_MS);
    for (const line of before) scope.addBreadcrumb(toBreadcrumb(line));
    for (const [name, value] of Object.entries(tags)) {
      if (value !== undefined) scope.setTag(name, value);
    }
    scope.captureException(error);
  }

  private async load(): Promise<Sdk | undefined> {
    const target = this.findTarget();
    if (!target) {
      this.loading = undefined;
      return undefined;
    }
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
}

/** Clones the scope, because `withScope` shares one scope when the SDK's context manager is missing. */
function createScope(sdk: Sdk, trace: { traceId: string; spanId?: string } | undefined): Scope {
  const scope = sdk.getCurrentScope().clone();
  if (trace) {
    const { traceId, spanId } = trace;
    scope.setPropagationContext({
      traceId,
      ...(spanId === undefined ? {} : { propagationSpanId: spanId }),
      sampleRand: 0,
    });
  }
  return scope;
}

function toBreadcrumb({ atMs, level, context, msg }: TimedLine) {
  return {
    timestamp: atMs / 1000,
    level: level === 'warn' ? ('warning' as const) : level,
    message: msg,
    ...(context === undefined ? {} : { category: context }),
  };
}

function sendLine(sdk: Sdk, { level, context, msg, fields }: LogLine): void {
  const { requestId, traceId } = fields;
  const attributes = {
    ...(context === undefined ? {} : { 'logger.name': context }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
  const scope = createScope(sdk, traceId === undefined ? undefined : { traceId });
  sdk.logger[level](msg, attributes, { scope });
}
