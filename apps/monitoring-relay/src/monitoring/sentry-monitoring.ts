import type { Clock } from '#shared';
import { type ErrorReporting, type RecentLines, SdkReports } from '#telemetry';
import { Monitoring } from './monitoring.ts';

export interface SentryMonitoringOptions {
  readonly findTarget: () => Pick<ErrorReporting, 'dsn' | 'tunnel'> | undefined;
  readonly release: string;
  readonly environment: string;
  readonly lines: RecentLines;
  readonly clock?: Clock;
}

export class SentryMonitoring extends Monitoring {
  private readonly reports: SdkReports;

  constructor({ findTarget, release, environment, lines, clock }: SentryMonitoringOptions) {
    super(clock);
    this.reports = new SdkReports(() => {
      const target = findTarget();
      return target && { ...target, release, environment };
    }, lines);
  }

  protected override send(error: unknown, requestId?: string): void {
    this.reports.report(error, { tags: { request_id: requestId } });
  }

  override close(): Promise<void> {
    return this.reports.close();
  }
}
