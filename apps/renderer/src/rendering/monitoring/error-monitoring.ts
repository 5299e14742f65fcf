import { SdkReports } from '#telemetry';
import type { ErrorReporting, RecentLines } from '#telemetry';
import type { RequestTrace } from './request-trace.ts';

export interface ErrorContext {
  readonly digest: string;
  readonly trace?: RequestTrace;
  readonly requestId?: string | undefined;
}

/**
 * Reports this process's errors, by the digest that their pages show.
 *
 * ```ts
 * const monitoring = new ErrorMonitoring({ dsn, release: 'shop@1.4.0', environment }, lines);
 * monitoring.report(error, { digest: toDigest(error) });
 * await monitoring.close();
 * ```
 */
export class ErrorMonitoring {
  private readonly sender: SdkReports | undefined;

  constructor(target: ErrorReporting | undefined, lines: RecentLines) {
    this.sender = target && new SdkReports(() => target, lines);
  }

  /** Never throws and never waits. */
  report(error: unknown, { digest, trace, requestId }: ErrorContext): void {
    this.sender?.report(error, { tags: { digest, request_id: requestId }, trace });
  }

  async close(): Promise<void> {
    await this.sender?.close();
  }
}
