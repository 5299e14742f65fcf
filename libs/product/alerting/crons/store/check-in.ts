import type { CheckInStatus, MonitorConfig } from '#shared';

export interface CheckIn {
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** Normalised by `toMonitorSlug`. */
  readonly slug: string;
  readonly status: CheckInStatus;
  /** 32 lower-case hex digits of the run; absent for the latest run in progress. */
  readonly id?: string;
  /**
   * Id for a run that has none yet, derived from the report so that a repeated report gives the
   * same id.
   */
  readonly newId: string;
  readonly environment: string;
  readonly durationMs?: number;
  readonly release?: string;
  readonly traceId?: string;
  /** The monitor's new configuration; absent when it keeps the present one. */
  readonly config?: MonitorConfig;
  readonly problem?: string;
}

declare module '#product/recording/reports' {
  interface ReportItems {
    readonly checkIns?: readonly CheckIn[];
  }
}
