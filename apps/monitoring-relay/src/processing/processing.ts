import { Inject, Injectable, Logger } from '@nestjs/common';
import { describeError } from '../logging/describe-error.ts';
import { SpoolConsumer } from '../spool/spool-consumer.ts';
import { Pause } from '../timing/pause.ts';
import { RepeatingTask } from '../timing/repeating-task.ts';
import { DeletedIssues } from './deleted-issues.ts';
import { LeftSpools } from './left-spools.ts';
import { OldOutcomes } from './old-outcomes.ts';
import { Processor } from './processor.ts';

const UPKEEP_EVERY_MS = 10_000;

/** Makes issues of reports: those of this relay as they come, those that others left now and then. */
@Injectable()
export class Processing extends SpoolConsumer {
  private readonly logger = new Logger(Processing.name);
  /** Each for itself: one that takes long, or fails, keeps no other from its turn. */
  private readonly upkeep: readonly RepeatingTask[];

  constructor(
    @Inject(Processor)
    private readonly processor: Pick<Processor, 'start' | 'forgetSettled' | 'stop'>,
    @Inject(DeletedIssues) private readonly deletedIssues: Pick<DeletedIssues, 'run' | 'stop'>,
    @Inject(OldOutcomes) private readonly oldOutcomes: Pick<OldOutcomes, 'run' | 'stop'>,
    @Inject(LeftSpools) private readonly leftSpools: Pick<LeftSpools, 'run' | 'stop'>,
    @Inject(Pause) private readonly pause: Pause,
  ) {
    super();
    this.upkeep = [
      this.repeat('Forgetting what is settled', () => processor.forgetSettled()),
      this.repeat('Removing what was deleted', () => deletedIssues.run()),
      this.repeat('Removing what is old', () => oldOutcomes.run()),
      this.repeat('Processing what others left', () => leftSpools.run()),
    ];
  }

  override start(): void {
    this.processor.start();
    for (const task of this.upkeep) task.start();
  }

  override async stop(): Promise<void> {
    await this.deletedIssues.stop();
    await this.oldOutcomes.stop();
    await this.leftSpools.stop();
    await this.processor.stop();
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
    return new RepeatingTask({ run, everyMs: UPKEEP_EVERY_MS, pause: this.pause });
  }
}
