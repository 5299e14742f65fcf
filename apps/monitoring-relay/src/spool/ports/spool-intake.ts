import type { ReportFacts } from './report-facts.ts';

/** A complete body in a file of the spool's folder. File and folder entry are synced. */
export interface SpilledBody {
  readonly name: string;
  readonly bytes: number;
}

/**
 * A report from intake. Intake has checked its framing and key, but has not parsed its payloads.
 */
export interface IncomingReport extends ReportFacts {
  /**
   * File of a body that is too large for a segment. The commit hands the file over to the spool.
   */
  readonly spilled?: SpilledBody | undefined;
  /**
   * `also`: the report is forwarded in addition to processing. `alone`: it is only forwarded.
   * Absent when it is not forwarded.
   */
  readonly forwarding?: 'also' | 'alone';
  readonly hops?: number;
}

export abstract class SpoolIntake {
  /**
   * Resolves with the report's id once the report is committed and synced. Reports that arrive
   * together share one sync. Rejects with `spool.unavailable`, and stores nothing, when the commit
   * fails.
   */
  abstract append(report: IncomingReport): Promise<number>;
}
