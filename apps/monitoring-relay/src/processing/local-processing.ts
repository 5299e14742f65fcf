import type { Job } from '#shared';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { SpoolQueue } from '../spool/ports/spool-queue.ts';
import { Processing } from './processing.ts';
import type { Processor } from './processor.ts';

export interface LocalProcessingParts {
  readonly processor: Pick<Processor, 'start' | 'drain' | 'stop'>;
  readonly createProcessor: (
    queue: SpoolQueue,
  ) => Pick<Processor, 'finish' | 'forgetSettled' | 'stop'>;
  readonly runner: Pick<JobRunner, 'start' | 'stop'>;
  readonly jobs: readonly Job[];
}

export class LocalProcessing extends Processing {
  private finishing: Pick<Processor, 'stop'> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly parts: LocalProcessingParts) {
    super();
  }

  override start(): void {
    const { processor, runner, jobs } = this.parts;
    processor.start();
    runner.start(jobs);
  }

  /** Never calls its listener: processing in this thread ends only with the process. */
  override onOver(): void {}

  /**
   * Processes this relay's queue until it is empty. The second thread calls this instead of
   * `start`. The first thread forgets settled reports for both threads, because both take from the
   * same queue.
   */
  async drain(): Promise<void> {
    if (!this.stopping.signal.aborted) await this.parts.processor.drain();
  }

  override async finish(queue: SpoolQueue): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const processor = this.parts.createProcessor(queue);
    this.finishing = processor;
    await processor.finish();
    if (!this.stopping.signal.aborted) await processor.forgetSettled();
  }

  override async stop(): Promise<void> {
    this.stopping.abort();
    const { processor, runner } = this.parts;
    const jobs = runner.stop();
    await this.finishing?.stop();
    await processor.stop();
    await jobs;
  }
}
