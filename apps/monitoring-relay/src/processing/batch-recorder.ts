import { isDatabaseAway } from '#shared';
import type { ProcessedReport } from '#product/recording/reports';
import type { RecordedFacts, ReportStore } from '#product/recording/record';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

/** With the pauses of the back-off about a minute. */
const WHOLESALE_ATTEMPTS = 15;

export interface RefusedReport {
  readonly report: ProcessedReport;
  readonly error: unknown;
}

export interface RecordingOutcome {
  readonly recorded: readonly ProcessedReport[];
  /** What cannot be recorded whatever stands beside it. */
  readonly refused: readonly RefusedReport[];
}

/** Undefined when it is done; `stopped` when the process ends first. */
export type Refusal = { readonly error: unknown } | 'stopped' | undefined;

export interface BatchRecorderOptions {
  readonly reports: Pick<ReportStore, 'record'>;
  readonly pause: Pause;
  /** Ends every wait; what is neither recorded nor refused by then stays in the spool. */
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly onWaiting: () => void;
}

/** Brings processed reports into the database, and tells a report's fault from the database's. */
export class BatchRecorder {
  private readonly logger = new Logger(BatchRecorder.name);
  private readonly backoff = new Backoff();
  /** A fault of whole batches that did not pass while it was waited for. */
  private lastingFault: string | undefined;

  constructor(private readonly options: BatchRecorderOptions) {}

  /**
   * Waits for a database that is away for as long as it takes. Several reports that all fail alike
   * point at the database too, but may be one faulty sender's: they are waited for about a minute,
   * and not again until something could be recorded.
   */
  async record(reports: readonly ProcessedReport[]): Promise<RecordingOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.recordByHalves(reports);
      const fault = findCommonFault(reports, outcome);
      if (fault === undefined) {
        if (outcome.recorded.length > 0) this.lastingFault = undefined;
        return outcome;
      }
      if (fault === this.lastingFault) return outcome;
      if (attempt === WHOLESALE_ATTEMPTS) {
        this.lastingFault = fault;
        return outcome;
      }
      this.logger.warn(`No report can be recorded: reports wait in the spool. ${fault}`);
      await this.wait();
      if (this.options.signal.aborted) return { recorded: [], refused: [] };
    }
  }

  /** Records all or finds, by halves, the reports that make it fail. */
  private async recordByHalves(reports: readonly ProcessedReport[]): Promise<RecordingOutcome> {
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
    return this.untilAnswered(async () => this.note(await this.options.reports.record(reports)));
  }

  /** Has the database do something, however long it is away. */
  async untilAnswered(work: () => Promise<void>): Promise<Refusal> {
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

  private note({ recordedBefore }: RecordedFacts): void {
    if (recordedBefore === 0) return;
    this.logger.log(`${recordedBefore} reports had been recorded before and changed nothing.`);
  }

  private async wait(): Promise<void> {
    this.options.onWaiting();
    await this.options.pause.wait(this.backoff.nextMs(), this.options.signal);
  }
}

/** What all of several reports were refused with; undefined when one was not, or otherwise. */
function findCommonFault(
  reports: readonly ProcessedReport[],
  { refused }: RecordingOutcome,
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
