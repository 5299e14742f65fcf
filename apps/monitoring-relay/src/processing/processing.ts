import { Inject, Injectable, Logger } from '@nestjs/common';
import { describeError } from '../logging/describe-error.ts';
import { SpoolConsumer } from '../spool/spool-consumer.ts';
import { DeletedIssues } from './deleted-issues.ts';
import { LeftSpools } from './left-spools.ts';
import { OldOutcomes } from './old-outcomes.ts';
import { Processor } from './processor.ts';

/** Makes issues of reports: those of this relay as they come, those that others left now and then. */
@Injectable()
export class Processing extends SpoolConsumer {
  private readonly logger = new Logger(Processing.name);

  constructor(
    @Inject(Processor)
    private readonly processor: Pick<Processor, 'start' | 'forgetSettled' | 'stop'>,
    @Inject(DeletedIssues) private readonly deletedIssues: Pick<DeletedIssues, 'run' | 'stop'>,
    @Inject(OldOutcomes) private readonly oldOutcomes: Pick<OldOutcomes, 'run' | 'stop'>,
    @Inject(LeftSpools) private readonly leftSpools: Pick<LeftSpools, 'run' | 'stop'>,
  ) {
    super();
  }

  override start(): void {
    this.processor.start();
  }

  override async keepUp(): Promise<void> {
    try {
      await this.processor.forgetSettled();
      await this.deletedIssues.run();
      await this.oldOutcomes.run();
      await this.leftSpools.run();
    } catch (error) {
      // The next step tries again; nothing depends on this one.
      this.logger.warn(`Upkeep of what is processed failed. ${describeError(error)}`);
    }
  }

  override async stop(): Promise<void> {
    await this.deletedIssues.stop();
    await this.oldOutcomes.stop();
    await this.leftSpools.stop();
    await this.processor.stop();
  }
}
