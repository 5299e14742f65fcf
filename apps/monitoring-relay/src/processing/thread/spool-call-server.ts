import type { SpoolProcessing } from '../../spool/ports/spool-processing.ts';
import type { ClaimLimits, SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { QueueCall, QueueName } from './messages.ts';

export class SpoolCallServer {
  private readonly spools = new Map<QueueName, SpoolProcessing>();
  private commits = 0;
  private isAwaited = false;
  private tried: SpooledReport | undefined;

  constructor(
    private readonly own: SpoolProcessing,
    announce: () => void,
  ) {
    this.spools.set('own', own);
    own.onAppended(() => {
      this.commits += 1;
      if (!this.isAwaited) return;
      this.isAwaited = false;
      announce();
    });
  }

  openOrphaned(spool: SpoolProcessing): void {
    this.spools.set('orphaned', spool);
  }

  closeOrphaned(): void {
    this.spools.delete('orphaned');
  }

  get isOneByOne(): boolean {
    return this.tried !== undefined;
  }

  /**
   * Counts the crash for all claimed reports. Returns the project of the report that was claimed
   * alone after an earlier crash, if there was one. `hasEnded` as for the spool.
   */
  noteCrash(hasEnded?: boolean): number | undefined {
    for (const spool of this.spools.values()) spool.noteCrash(hasEnded);
    return this.tried?.projectId;
  }

  async answer(queue: QueueName, call: QueueCall): Promise<unknown> {
    const spool = this.spools.get(queue);
    // A stop closes the orphaned spool while a thread may still use it.
    if (!spool) throw new Error(`There is no spool "${queue}".`);
    switch (call.method) {
      case 'claim':
        return this.claim(spool, ...call.args);
      case 'clearAttempts':
        return spool.clearAttempts();
      case 'settle':
        return spool.settle(...call.args);
      case 'leave':
        return spool.leave(...call.args);
      case 'findOldestMs':
        return spool.findOldestMs();
      case 'listSettled':
        return spool.listSettled();
      default:
        return spool.dropOrigin(...call.args);
    }
  }

  private async claim(spool: SpoolProcessing, limits: ClaimLimits): Promise<SpooledReport[]> {
    const { commits } = this;
    const reports = await spool.claim(limits);
    const [first] = reports;
    this.tried = first?.attempts === undefined ? undefined : first;
    if (first || spool !== this.own) return reports;
    if (commits !== this.commits) return this.claim(spool, limits);
    this.isAwaited = true;
    return reports;
  }
}
