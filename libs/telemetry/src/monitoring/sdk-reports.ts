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

interface Loaded {
  readonly sdk: Sdk;
  /** Lines from before the SDK was there. They go with the first error. */
  before: readonly TimedLine[];
}

const CLOSE_WITHIN_MS = 1000;

/**
 * Reports this process's errors in the background with the Sentry SDK, without tracing and request
 * bodies. Reports are dropped once the SDK's send buffer is full.
 *
 * The SDK is loaded with the first error, because it needs 45 MB (measured) and would instrument
 * every request. The first error has the last log lines before it as breadcrumbs. Later lines are
 * sent as logs.
 */
export class SdkReports {
  private readonly logger = new Logger('Monitoring');
  private loading: Promise<Loaded | undefined> | undefined;

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
    const loaded = await this.loading?.catch(() => undefined);
    await loaded?.sdk.close(CLOSE_WITHIN_MS);
  }

  private async capture(error: unknown, { tags, trace }: ReportFacts): Promise<void> {
    this.loading ??= this.load();
    const loaded = await this.loading;
    if (!loaded) return;
    const scope = createScope(loaded.sdk, trace);
    for (const line of loaded.before) scope.addBreadcrumb(toBreadcrumb(line));
    loaded.before = [];
    for (const [name, value] of Object.entries(tags)) {
      if (value !== undefined) scope.setTag(name, value);
    }
    scope.captureException(error);
  }

  private async load(): Promise<Loaded | undefined> {
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
    return { sdk, before: this.lines.takeOver((line) => sendLine(sdk, line)) };
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
