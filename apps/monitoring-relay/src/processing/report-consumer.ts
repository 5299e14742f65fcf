import type { Job } from '#shared';
import { type OnOver, SpoolConsumer } from '../spool/ports/spool-consumer.ts';
import type { LeftSpools } from './left-spools.ts';
import type { Processing } from './processing.ts';

/** Has the reports of this relay processed as they come, and those that others left now and then. */
export class ReportConsumer extends SpoolConsumer {
  override readonly jobs: readonly Job[];

  constructor(
    private readonly processing: Pick<Processing, 'onOver' | 'start' | 'stop'>,
    leftSpools: Pick<LeftSpools, 'run'>,
  ) {
    super();
    this.jobs = [{ name: 'left-spools', everyMs: 10_000, run: (signal) => leftSpools.run(signal) }];
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
