import { isDatabaseAway } from '#shared';
import type { ProcessedReport } from '#product/recording/reports';
import type { RecordedFacts, ReportStore } from '#product/recording/record';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { StormMemory } from './storm-memory.ts';

/**
 * Number of attempts to record a batch in which all reports fail with the same error. All attempts
 * together take about a minute, including the pauses.
 */
const BATCH_ATTEMPTS = 15;

export interface RefusedReport {
  readonly report: ProcessedReport;
  readonly error: unknown;
}

export interface RecordingResult {
  readonly recorded: readonly ProcessedReport[];
  readonly refused: readonly RefusedReport[];
}

export type Refusal = { readonly error: unknown } | 'stopped' | undefined;

export interface BatchRecorderOptions {
  readonly reports: Pick<ReportStore, 'record'>;
  readonly pause: Pause;
  /** Ends every wait. Unfinished reports stay in the spool. */
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
  readonly storms: Pick<StormMemory, 'note'>;
}

export class BatchRecorder {
  private readonly logger = new Logger(BatchRecorder.name);
  private readonly backoff = new Backoff();
  private repeatedFault: string | undefined;

  constructor(private readonly options: BatchRecorderOptions) {}

  /**
   * Records reports, and waits without limit for a database that is away. When several reports all
   * fail with the same error, the cause may be the database or one faulty sender. The batch is then
   * retried for about a minute. Later batches with the same error are not retried, until a report
   * could be recorded.
   */
  async record(reports: readonly ProcessedReport[]): Promise<RecordingResult> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.recordByHalves(reports);
      const fault = findCommonFault(reports, outcome);
      if (fault === undefined) {
        if (outcome.recorded.length > 0) this.repeatedFault = undefined;
        return outcome;
      }
      if (fault === this.repeatedFault) return outcome;
      if (attempt === BATCH_ATTEMPTS) {
        this.repeatedFault = fault;
        return outcome;
      }
      this.logger.warn(`No report can be recorded: reports wait in the spool. ${fault}`);
      await this.wait();
      if (this.options.signal.aborted) return { recorded: [], refused: [] };
    }
  }

  private async recordByHalves(reports: readonly ProcessedReport[]): Promise<RecordingResult> {
    const failure = await this.tryToRecord(reports);
    if (failure === 'stopped') return { recorded: [], refused: [] };
    if (!failure) return { recorded: reports, refused: [] };
    const [report] = reports;
    if (reports.length === 1 && report) {
      return { recorded: [], refused: [{ report, error: failure.error }] };
    }
    const middle = Math.ceil(reports.length / 2);
    const first = await this.recordByHalves(reports.slice(0, middle));
    const second = await this.recordByHalves(reports.slice(middle));
    return {
      recorded: [...first.recorded, ...second.recorded],
      refused: [...first.refused, ...second.refused],
    };
  }

  private tryToRecord(reports: readonly ProcessedReport[]): Promise<Refusal> {
    return this.retryWhileAway(async () => this.note(await this.options.reports.record(reports)));
  }

  async retryWhileAway(work: () => Promise<void>): Promise<Refusal> {
    while (!this.options.signal.aborted) {
      try {
        await work();
        this.backoff.reset();
        return undefined;
      } catch (error) {
        if (!isDatabaseAway(error)) return { error };
        this.logger.noteAway('Reports cannot be recorded, and wait in the spool.', error);
        await this.wait();
      }
    }
    return 'stopped';
  }

  private note({ recordedBefore, events }: RecordedFacts): void {
    this.options.storms.note(events);
    if (recordedBefore === 0) return;
    this.logger.log(`${recordedBefore} reports had been recorded before and changed nothing.`);
  }

  private async wait(): Promise<void> {
    this.options.onWaiting();
    await this.options.pause.wait(this.backoff.nextMs(), this.options.signal);
  }
}

function findCommonFault(
  reports: readonly ProcessedReport[],
  { refused }: RecordingResult,
): string | undefined {
  if (reports.length < 2 || refused.length < reports.length) return undefined;
  const faults = new Set(refused.map(({ error }) => nameFault(error)));
  const [fault] = faults;
  return faults.size === 1 ? fault : undefined;
}

function nameFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${String(error.code)} ` : '';
  return `${code}${error.message}`;
}
