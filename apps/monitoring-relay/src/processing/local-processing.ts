import { describeError } from '../logging/describe-error.ts';
import { Logger } from '../logging/logger.ts';
import type { SpoolQueue } from '../spool/spool-queue.ts';
import type { Pause } from '../timing/pause.ts';
import { RepeatingTask } from '../timing/repeating-task.ts';
import type { AwaitingFiles } from './awaiting-files.ts';
import type { DeletedIssues } from './deleted-issues.ts';
import type { OldOutcomes } from './old-outcomes.ts';
import { Processing } from './processing.ts';
import type { Processor } from './processor.ts';

const UPKEEP_EVERY_MS = 10_000;

export interface LocalProcessingParts {
  readonly processor: Pick<Processor, 'start' | 'finish' | 'forgetSettled' | 'stop'>;
  /** Of a spool that is to be emptied. */
  readonly createProcessor: (
    queue: SpoolQueue,
  ) => Pick<Processor, 'finish' | 'forgetSettled' | 'stop'>;
  readonly awaitingFiles: Pick<AwaitingFiles, 'run' | 'stop'>;
  readonly deletedIssues: Pick<DeletedIssues, 'run' | 'stop'>;
  readonly oldOutcomes: Pick<OldOutcomes, 'run' | 'stop'>;
  readonly pause: Pause;
}

/** Processing in the thread that it is made in, with what keeps the database small. */
export class LocalProcessing extends Processing {
  private readonly logger = new Logger(LocalProcessing.name);
  /** Each for itself: one that takes long, or fails, keeps no other from its turn. */
  private readonly upkeep: readonly RepeatingTask[];
  private finishing: Pick<Processor, 'stop'> | undefined;
  private isStopped = false;

  constructor(private readonly parts: LocalProcessingParts) {
    super();
    const { processor, awaitingFiles, deletedIssues, oldOutcomes } = parts;
    this.upkeep = [
      this.repeat('Forgetting what is settled', () => processor.forgetSettled()),
      this.repeat('Bounding what waits for its event', () => awaitingFiles.run()),
      this.repeat('Removing what was deleted', () => deletedIssues.run()),
      this.repeat('Removing what is old', () => oldOutcomes.run()),
    ];
  }

  override start(): void {
    this.parts.processor.start();
    for (const task of this.upkeep) task.start();
  }

  /**
   * Instead of `start`: takes what is in the own queue and nothing that comes later. Of that nothing is forgotten here,
   * but by whoever was started: others take from that queue at the same time. Rejects when it cannot be read.
   */
  async drain(): Promise<void> {
    if (!this.isStopped) await this.parts.processor.finish();
  }

  override async finish(queue: SpoolQueue): Promise<void> {
    if (this.isStopped) return;
    const processor = this.parts.createProcessor(queue);
    this.finishing = processor;
    await processor.finish();
    if (!this.isStopped) await processor.forgetSettled();
  }

  override async stop(): Promise<void> {
    this.isStopped = true;
    const { processor, awaitingFiles, deletedIssues, oldOutcomes } = this.parts;
    await awaitingFiles.stop();
    await deletedIssues.stop();
    await oldOutcomes.stop();
    await this.finishing?.stop();
    await processor.stop();
    await Promise.all(this.upkeep.map((task) => task.stop()));
  }

  private repeat(what: string, step: () => Promise<void>): RepeatingTask {
    const run = async (): Promise<void> => {
      try {
        await step();
      } catch (error) {
        // The next run tries again; nothing depends on this one.
        this.logger.warn(`${what} failed. ${describeError(error)}`);
      }
    };
    return new RepeatingTask({ run, everyMs: UPKEEP_EVERY_MS, pause: this.parts.pause });
  }
}
