import { countFiltered } from '../outcomes/count-ending.ts';
import type { IncomingReport } from '../spool/ports/spool-intake.ts';
import { MeteredSpool, type MeteredSpoolParts } from './metered-spool.ts';
import type { RelayMetrics } from './relay-metrics.ts';

/**
 * The spool of a relay in mode `forward`. Such a relay has no database, therefore outcomes are
 * counted in the metrics at once.
 */
export class ForwardingSpool extends MeteredSpool {
  private readonly relayMetrics: RelayMetrics;

  constructor(parts: MeteredSpoolParts) {
    super(parts);
    this.relayMetrics = parts.metrics;
  }

  /** Counts filtered items at arrival, because the stored row does not contain them. */
  override async append(report: IncomingReport): Promise<number> {
    const id = await super.append(report);
    const { receivedAtMs: atMs, contents } = report;
    this.relayMetrics.noteItems(countFiltered({ ...report, atMs }, contents));
    return id;
  }

  override queueTallies(): Promise<void> {
    return Promise.resolve();
  }
}
