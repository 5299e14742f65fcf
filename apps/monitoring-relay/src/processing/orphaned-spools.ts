import { describeError, Logger } from '#telemetry/plain';
import type { OrphanedQueues } from '../spool/orphaned/orphaned-queues.ts';
import type { OrphanedSpoolFiles } from '../spool/orphaned/orphaned-spool-files.ts';
import type { SpoolFile } from '../spool/file/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import type { Processing } from './processing.ts';

export class OrphanedSpools {
  private readonly logger = new Logger(OrphanedSpools.name);

  constructor(
    private readonly files: OrphanedSpoolFiles,
    private readonly queues: OrphanedQueues,
    private readonly processing: Pick<Processing, 'finish'>,
  ) {}

  /**
   * Opens every orphaned spool once and processes its reports. Each spool is locked while it is
   * open. Rejects when the folder cannot be read. After `signal` aborts, this resolves when
   * processing has stopped, and unprocessed reports stay in their spool.
   */
  async run(signal: AbortSignal): Promise<void> {
    const opened = new Set<string>();
    for await (const file of this.files.open()) {
      opened.add(file.folder);
      await this.tryToEmpty(file, signal);
      // Returning also ends the iterator, so that no further spool is opened.
      if (signal.aborted) return;
    }
    this.queues.forgetAllBut(opened);
  }

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
      if (depth > 0) {
        this.logger.log(`Processing ${depth} reports that were left in spool ${spool.name}.`);
      }
      await this.processing.finish(spool);
      // Reports whose processing was stopped must not be suspected of a crash.
      spool.clearAttempts();
    } finally {
      await this.queues.noteClosing(file.folder);
      file.close();
    }
  }
}
