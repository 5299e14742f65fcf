import { Inject, Injectable, Logger } from '@nestjs/common';
import { ReportStore } from '#persistence';
import { RelayConfig } from '../config/relay-config.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { describeError } from '../logging/describe-error.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import { openUnheldSpoolFiles } from '../spool/open-spool.ts';
import type { SpoolFile } from '../spool/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import { Pause } from '../timing/pause.ts';
import { Processor } from './processor.ts';

/** Processes what relays that are gone have left in their spools, which nobody else would. */
@Injectable()
export class LeftSpools {
  private readonly logger = new Logger(LeftSpools.name);
  private processor: Processor | undefined;
  private isStopped = false;

  constructor(
    @Inject(RelayConfig) private readonly config: RelayConfig,
    @Inject(ReportStore) private readonly reports: ReportStore,
    private readonly keys: KeyMirror,
    @Inject(Monitoring) private readonly monitoring: Monitoring,
    @Inject(Pause) private readonly pause: Pause,
  ) {}

  /** One look at every spool; each is held while it is emptied, and let go. */
  async run(): Promise<void> {
    for (const file of openUnheldSpoolFiles(this.config.dataDir)) {
      // Also ends the iteration, and with it the opening of further ones.
      if (await this.tryToEmpty(file)) return;
    }
  }

  /** Leaves what is not done yet where it is. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.processor?.stop();
  }

  /** Resolves with whether it was stopped meanwhile. A spool that cannot be read hides no other. */
  private async tryToEmpty(file: SpoolFile): Promise<boolean> {
    try {
      return await this.empty(file);
    } catch (error) {
      this.logger.error(`Spool ${file.name} cannot be processed. ${describeError(error)}`);
      return this.isStopped;
    }
  }

  private async empty(file: SpoolFile): Promise<boolean> {
    try {
      const spool = new SqliteSpool(file);
      await spool.queueTallies();
      const { depth } = await spool.getQueueState(0);
      const isEmpty = depth === 0 && (await spool.listSettled()).length === 0;
      if (isEmpty || this.isStopped) return this.isStopped;
      this.logger.log(`Processing ${depth} reports that were left in spool ${spool.name}.`);
      this.processor = new Processor(spool, this.reports, this.keys, this.monitoring, this.pause);
      await this.processor.finish();
      if (!this.isStopped) await this.processor.forgetSettled();
      return this.isStopped;
    } finally {
      this.processor = undefined;
      file.close();
    }
  }
}
