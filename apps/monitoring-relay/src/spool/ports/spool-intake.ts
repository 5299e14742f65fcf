import type { ReportFacts } from './report-facts.ts';

/** A body that is in a file of the spool's folder, whole and synced, with the folder's entry of it. */
export interface SpilledBody {
  /** Within that folder. */
  readonly name: string;
  readonly bytes: number;
}

/** A report as intake hands it over: framing and key are checked, its payloads are not read. */
export interface IncomingReport extends ReportFacts {
  /** Where the body is, when it is too large for a segment: with the commit the file becomes the spool's. */
  readonly spilled?: SpilledBody | undefined;
  /** Whether it is owed to another service: beside being processed here, or alone. */
  readonly owed?: 'also' | 'alone';
  /** Of what is owed: how often it had been forwarded before it came here; 0 when absent. */
  readonly hops?: number;
}

/** The spool as intake has it. */
export abstract class SpoolIntake {
  /**
   * Keeps a report and resolves with its id once it is committed and synced; reports that wait together share one sync.
   * Rejects with `spool.unavailable`, nothing changed, when that fails.
   */
  abstract append(report: IncomingReport): Promise<number>;
}
