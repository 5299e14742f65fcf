import { Logger } from '@nestjs/common';
import { type Clock, monitoringOptions } from '#shared';
import { Monitoring } from './monitoring.ts';

type Sdk = typeof import('@sentry/nestjs');

export interface ReportTarget {
  readonly dsn: string;
  readonly tunnel?: string;
}

export interface SentryMonitoringOptions {
  readonly findTarget: () => ReportTarget | undefined;
  readonly release: string;
  readonly environment: string;
  readonly clock?: Clock;
}

const CLOSE_TIMEOUT_MS = 1000;

/**
 * Reports errors with the Sentry SDK, without tracing and request bodies. The SDK is loaded with
 * the first error, because it increases the memory of an idle relay by half (45 MB, measured).
 */
export class SentryMonitoring extends Monitoring {
  private readonly logger = new Logger(SentryMonitoring.name);
  private loading: Promise<Sdk | undefined> | undefined;

  constructor(private readonly options: SentryMonitoringOptions) {
    super(options.clock);
  }

  protected override send(error: unknown, requestId?: string): void {
    void this.capture(error, requestId);
  }

  override async close(): Promise<void> {
    const sdk = await this.loading?.catch(() => undefined);
    await sdk?.close(CLOSE_TIMEOUT_MS);
  }

  private async capture(error: unknown, requestId: string | undefined): Promise<void> {
    this.loading ??= this.load();
    try {
      const sdk = await this.loading;
      const tags = requestId === undefined ? {} : { request_id: requestId };
      sdk?.captureException(error, { tags });
    } catch (cause) {
      this.logger.warn(`An error could not be reported. ${String(cause)}`);
    }
  }

  private async load(): Promise<Sdk | undefined> {
    const target = this.options.findTarget();
    if (!target) {
      this.loading = undefined;
      return undefined;
    }
    const sdk = await import('@sentry/nestjs');
    const { release, environment } = this.options;
    sdk.init({
      ...monitoringOptions,
      ...target,
      release,
      environment,
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
