import { readFile } from 'node:fs/promises';
import { type NewFailedReport, type Stores, toPutOrigin } from '#persistence';
import { type Clock, ErrataError } from '#shared';
import { describeError } from '../../logging/describe-error.ts';
import { Logger } from '../../logging/logger.ts';
import type { FailedReport, SpoolQueue } from '../../spool/ports/spool-queue.ts';

const STEP = { maxReports: 100, maxBytes: 4 * 1024 * 1024 };

export interface FailedHandOverParts {
  readonly queue: Pick<SpoolQueue, 'listFailed' | 'settleFailed'>;
  readonly stores: Pick<Stores, 'failedReports' | 'reports'>;
  readonly clock: Clock;
}

/**
 * Hands what failed in a spool over to the database, each report once. What the database refuses stays in the spool, and is
 * tried again when the relay is started again.
 */
export class FailedHandOver {
  private readonly logger = new Logger('FailedReports');
  /** Ids of those that the database refused. */
  private readonly refused = new Set<number>();
  /** By the origin of reports that were handed over, the last id: the database need not remember them any more. */
  private readonly settled = new Map<string, number>();

  constructor(private readonly parts: FailedHandOverParts) {}

  /** Rejects when the database is away, or the spool cannot be written. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.handOverSome()));
    for (const [origin, id] of this.settled) {
      if (await this.parts.stores.reports.forget(toPutOrigin(origin), id + 1))
        this.settled.delete(origin);
    }
  }

  /** Resolves with whether there were some. */
  private async handOverSome(): Promise<boolean> {
    const { queue } = this.parts;
    const found = await queue.listFailed(STEP, [...this.refused]);
    if (found.length === 0) return false;
    const put = await this.putAll(found);
    await queue.settleFailed(put.map(({ id }) => id));
    for (const { origin, id } of put) {
      this.settled.set(origin, Math.max(id, this.settled.get(origin) ?? 0));
    }
    return true;
  }

  /** All at once, or one by one where that is refused. Resolves with those that the database has. */
  private async putAll(found: readonly FailedReport[]): Promise<readonly FailedReport[]> {
    const refusal = await this.tryToPut(found);
    if (!refusal) return found;
    const put: FailedReport[] = [];
    for (const report of found) {
      const own = found.length === 1 ? refusal : await this.tryToPut([report]);
      if (own) this.refuse(report, own.error);
      else put.push(report);
    }
    return put;
  }

  private async tryToPut(
    found: readonly FailedReport[],
  ): Promise<{ readonly error: unknown } | undefined> {
    const { stores, clock } = this.parts;
    try {
      const reports = await Promise.all(found.map(toNewReport));
      const { dropped } = await stores.failedReports.put(reports, clock.nowMs());
      if (dropped > 0)
        this.logger.warn(
          `${dropped} failed reports were dropped from the database for newer ones.`,
        );
      return undefined;
    } catch (error) {
      if (error instanceof ErrataError && error.code === 'database.unavailable') throw error;
      return { error };
    }
  }

  private refuse({ id, reason }: FailedReport, error: unknown): void {
    this.refused.add(id);
    const what = `Failed report ${id} stays in the spool, as the database does not take it.`;
    this.logger.error(`${what} ${describeError(error)} It failed first: ${reason}`);
  }
}

async function toNewReport({
  id,
  body,
  bodyFile,
  ...report
}: FailedReport): Promise<NewFailedReport> {
  const bytes = bodyFile === undefined ? body : await readIfThere(bodyFile);
  return { ...report, reportId: id, ...(bytes && bytes.length > 0 ? { body: bytes } : {}) };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
