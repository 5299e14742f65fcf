import type { Clock } from '#shared';
import type { SettledAs, SpooledReport } from '../spool/ports/spool-queue.ts';
import type { SpoolBodies } from '../spool/bodies/spool-bodies.ts';
import type { SpoolFile } from '../spool/file/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import type { RelayMetrics } from './relay-metrics.ts';

interface Batch {
  readonly claimedMs: number;
  readonly oldestAtMs: number;
  left: number;
}

export interface MeteredSpoolParts {
  readonly file: SpoolFile;
  readonly bodies: SpoolBodies;
  readonly metrics: RelayMetrics;
  readonly clock: Clock;
}

export class MeteredSpool extends SqliteSpool {
  private readonly metrics: RelayMetrics;
  private readonly clock: Clock;
  private readonly batches = new Map<number, Batch>();

  constructor({ file, bodies, metrics, clock }: MeteredSpoolParts) {
    super(file, bodies);
    this.metrics = metrics;
    this.clock = clock;
  }

  override async claim(limits: Parameters<SqliteSpool['claim']>[0]): Promise<SpooledReport[]> {
    const claimed = await super.claim(limits);
    const reports = claimed.filter(({ tally }) => tally === undefined);
    const [oldest] = reports;
    if (!oldest) return claimed;
    this.metrics.noteClaimed(reports.length);
    const batch = {
      claimedMs: performance.now(),
      oldestAtMs: oldest.receivedAtMs,
      left: reports.length,
    };
    for (const { id } of reports) this.batches.set(id, batch);
    return claimed;
  }

  override async settle(ids: readonly number[], as: SettledAs = 'recorded'): Promise<void> {
    await super.settle(ids);
    let reports = 0;
    for (const id of ids) {
      const batch = this.batches.get(id);
      if (!batch) continue;
      reports += 1;
      this.batches.delete(id);
      batch.left -= 1;
      if (batch.left === 0) this.noteBatchDone(batch);
    }
    if (reports > 0) this.metrics.noteProcessed(as, reports);
  }

  private noteBatchDone({ claimedMs, oldestAtMs }: Batch): void {
    this.metrics.noteBatchDone({
      processingSeconds: (performance.now() - claimedMs) / 1000,
      delaySeconds: Math.max(0, this.clock.nowMs() - oldestAtMs) / 1000,
    });
  }
}
