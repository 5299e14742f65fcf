import type { Job } from '#shared';
import { type OnOver, SpoolConsumer } from '../spool/ports/spool-consumer.ts';
import type { OrphanedSpools } from './orphaned-spools.ts';
import type { Processing } from './processing.ts';

export class ReportConsumer extends SpoolConsumer {
  override readonly jobs: readonly Job[];

  constructor(
    private readonly processing: Pick<Processing, 'onOver' | 'start' | 'stop'>,
    orphanedSpools: Pick<OrphanedSpools, 'run'>,
  ) {
    super();
    this.jobs = [
      { name: 'left-spools', everyMs: 10_000, run: (signal) => orphanedSpools.run(signal) },
    ];
  }

  override start(): void {
    this.processing.start();
  }

  override onOver(listener: OnOver): void {
    this.processing.onOver(listener);
  }

  override stop(): Promise<void> {
    return this.processing.stop();
  }
}
