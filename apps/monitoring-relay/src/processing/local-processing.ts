import type { Job } from '#shared';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { SpoolQueue } from '../spool/ports/spool-queue.ts';
import { Processing } from './processing.ts';
import type { Processor } from './processor.ts';

export interface LocalProcessingParts {
  readonly processor: Pick<Processor, 'start' | 'drain' | 'stop'>;
  /** Of a spool that is to be emptied. */
  readonly createProcessor: (
    queue: SpoolQueue,
  ) => Pick<Processor, 'finish' | 'forgetSettled' | 'stop'>;
  readonly runner: Pick<JobRunner, 'start' | 'stop'>;
  readonly jobs: readonly Job[];
}

/** Processing in the thread that it is made in, with the jobs over the database. */
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

  /** Where it ends so does the process. */
  override onOver(): void {}

  /**
   * Instead of `start`: takes what is in the own queue and nothing that comes later. Of that nothing is forgotten here,
   * but by whoever was started: others take from that queue at the same time.
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
