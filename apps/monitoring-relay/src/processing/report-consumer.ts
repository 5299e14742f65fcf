import { describeError } from '../logging/describe-error.ts';
import { Logger } from '../logging/logger.ts';
import { SpoolConsumer } from '../spool/spool-consumer.ts';
import type { Pause } from '../timing/pause.ts';
import { RepeatingTask } from '../timing/repeating-task.ts';
import type { LeftSpools } from './left-spools.ts';
import type { Processing } from './processing.ts';

const LOOK_EVERY_MS = 10_000;

/** Has the reports of this relay processed as they come, and those that others left now and then. */
export class ReportConsumer extends SpoolConsumer {
  private readonly logger = new Logger(ReportConsumer.name);
  private readonly looking: RepeatingTask;

  constructor(
    private readonly processing: Pick<Processing, 'start' | 'stop'>,
    private readonly leftSpools: Pick<LeftSpools, 'run' | 'stop'>,
    pause: Pause,
  ) {
    super();
    this.looking = new RepeatingTask({ run: () => this.look(), everyMs: LOOK_EVERY_MS, pause });
  }

  override start(): void {
    this.processing.start();
    this.looking.start();
  }

  override async stop(): Promise<void> {
    this.leftSpools.stop();
    await this.processing.stop();
    await this.looking.stop();
  }

  private async look(): Promise<void> {
    try {
      await this.leftSpools.run();
    } catch (error) {
      // The next look tries again; nothing depends on this one.
      this.logger.warn(`Processing what others left failed. ${describeError(error)}`);
    }
  }
}
