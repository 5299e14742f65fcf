import { reportLimits } from '#shared';
import { readFile } from 'node:fs/promises';
import type { FailedReportStore, NewFailedReport } from '#product/recording/failed-reports';
import type { Clock } from '#shared';
import { describeError, Logger } from '#telemetry/plain';
import { MAX_ATTEMPTS } from '../../spool/claims/known-failure.ts';
import type { KnownFailure, SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { BatchRecorder } from '../batch-recorder.ts';

/**
 * After this many crashes, a failed report stays in the spool and other reports are processed. The
 * process may lack the memory to move a large body to the database.
 */
const MOST_ATTEMPTS = 2 * MAX_ATTEMPTS;

export interface FailedReport {
  readonly spooled: SpooledReport;
  readonly failure: KnownFailure;
}

/**
 * Ids of reports. A report whose id is in neither list was not tried, because processing stopped.
 */
export interface KeepingResult {
  readonly kept: readonly number[];
  readonly refused: readonly number[];
}

export interface FailedKeepingParts {
  readonly store: Pick<FailedReportStore, 'put'>;
  readonly recorder: Pick<BatchRecorder, 'retryWhileAway'>;
  readonly clock: Clock;
}

/**
 * Moves failed reports to the database. Moving a report twice neither stores nor counts it twice.
 */
export class FailedKeeping {
  private readonly logger = new Logger('FailedReports');

  constructor(private readonly parts: FailedKeepingParts) {}

  async keep(failed: readonly FailedReport[]): Promise<KeepingResult> {
    const isLarge = ({ spooled }: FailedReport): boolean => spooled.bodyFile !== undefined;
    const small = failed.filter((each) => !isLarge(each));
    const kept: number[] = [];
    const refused: number[] = [];
    for (const group of [small, ...failed.filter(isLarge).map((each) => [each])]) {
      const outcome = await this.keepGroup(group);
      kept.push(...outcome.kept);
      refused.push(...outcome.refused);
    }
    return { kept, refused };
  }

  private async keepGroup(group: readonly FailedReport[]): Promise<KeepingResult> {
    const ids = group.map(({ spooled }) => spooled.id);
    if (group.length === 0) return { kept: [], refused: [] };
    const refusal = findCrashLimit(group) ?? (await this.put(group));
    if (refusal === 'stopped') return { kept: [], refused: [] };
    if (!refusal) return { kept: ids, refused: [] };
    if (group.length > 1) {
      const outcomes: KeepingResult[] = [];
      for (const each of group) outcomes.push(await this.keepGroup([each]));
      return {
        kept: outcomes.flatMap(({ kept }) => kept),
        refused: outcomes.flatMap(({ refused }) => refused),
      };
    }
    const what = `Failed report ${ids.join()} stays in the spool, because it cannot be moved to the database.`;
    this.logger.error(
      `${what} ${describeError(refusal.error)} The report failed because: ${group[0]!.failure.reason}`,
    );
    return { kept: [], refused: ids };
  }

  private put(group: readonly FailedReport[]) {
    const { store, recorder, clock } = this.parts;
    return recorder.retryWhileAway(async () => {
      const reports = await Promise.all(group.map((each) => toNewReport(each, clock.nowMs())));
      const { dropped } = await store.put(reports);
      if (dropped > 0) this.logger.warn(`${dropped} failed reports were dropped for newer ones.`);
    });
  }
}

/**
 * Returns an error when processing crashed too often on the report. Only the first report is
 * checked, because a report with earlier attempts is claimed alone.
 */
function findCrashLimit([first]: readonly FailedReport[]): { readonly error: Error } | undefined {
  const { attempts = 0 } = first!.spooled;
  if (attempts < MOST_ATTEMPTS) return undefined;
  return { error: new Error('Processing crashed too often on this report.') };
}

async function toNewReport(
  { spooled, failure: { isRetriedOnce, ...failure } }: FailedReport,
  nowMs: number,
): Promise<NewFailedReport> {
  const { origin, id, projectId, publicKey, eventId, receivedAtMs, senderAddress } = spooled;
  const body = spooled.bodyFile === undefined ? spooled.body : await readIfThere(spooled.bodyFile);
  return {
    origin,
    reportId: id,
    projectId,
    publicKey,
    eventId,
    receivedAtMs,
    senderAddress,
    ...failure,
    ...(isRetriedOnce ? { retryAtMs: nowMs + reportLimits.failedRestMs } : {}),
    ...(body && body.length > 0 ? { body } : {}),
  };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
