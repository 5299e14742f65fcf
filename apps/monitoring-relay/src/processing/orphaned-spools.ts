import { describeError, Logger } from '#telemetry/plain';
import type { LeftQueues } from '../spool/left/left-queues.ts';
import type { LeftSpoolFiles } from '../spool/left/left-spool-files.ts';
import type { SpoolFile } from '../spool/file/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import type { Processing } from './processing.ts';

/** Has processed what relays that are gone have left in their spools, which nobody else would. */
export class LeftSpools {
  private readonly logger = new Logger(LeftSpools.name);

  constructor(
    private readonly files: LeftSpoolFiles,
    private readonly queues: LeftQueues,
    private readonly processing: Pick<Processing, 'finish'>,
  ) {}

  /**
   * One look at every spool; each is held while it is emptied, and let go. Rejects when the folder cannot be read. Once
   * `signal` aborts it ends when processing has stopped, and leaves what is not done yet where it is.
   */
  async run(signal: AbortSignal): Promise<void> {
    const opened = new Set<string>();
    for await (const file of this.files.open()) {
      opened.add(file.folder);
      await this.tryToEmpty(file, signal);
      // Also ends the iteration, and with it the opening of further ones.
      if (signal.aborted) return;
    }
    this.queues.forgetAllBut(opened);
  }

  /** A spool that cannot be read hides no other. */
  private async tryToEmpty(file: SpoolFile, signal: AbortSignal): Promise<void> {
    try {
      await this.empty(file, signal);
    } catch (error) {
      this.logger.error(`Spool ${file.name} cannot be processed. ${describeError(error)}`);
    }
  }

  private async empty(file: SpoolFile, signal: AbortSignal): Promise<void> {
    try {
      const spool = new SqliteSpool(file);
      this.queues.noteOpened(file.folder, spool);
      await spool.queueTallies();
      const { depth } = await spool.getQueueState(0);
      const isEmpty = depth === 0 && (await spool.listSettled()).length === 0;
      if (isEmpty) this.files.noteIdle(file);
      if (isEmpty || signal.aborted) return;
      // Else there is only what is to be forgotten.
      if (depth > 0) {
        this.logger.log(`Processing ${depth} reports that were left in spool ${spool.name}.`);
      }
      await this.processing.finish(spool);
      // A stop leaves what is not done yet.
      spool.clearAttempts();
    } finally {
      await this.queues.noteClosing(file.folder);
      file.close();
    }
  }
}
