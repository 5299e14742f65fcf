import type { OutcomeCount } from '#shared';
import { MeteredSpool, type MeteredSpoolParts } from './metered-spool.ts';
import type { RelayMetrics } from './relay-metrics.ts';

/** The spool of a relay that forwards alone. No database ever takes tallies out of it: they are metrics at once. */
export class ForwardingSpool extends MeteredSpool {
  private readonly relayMetrics: RelayMetrics;

  constructor(parts: MeteredSpoolParts) {
    super(parts);
    this.relayMetrics = parts.metrics;
  }

  override async tally(outcomes: readonly OutcomeCount[]): Promise<void> {
    this.relayMetrics.noteItems(outcomes);
  }

  override queueTallies(): Promise<void> {
    return Promise.resolve();
  }
}
