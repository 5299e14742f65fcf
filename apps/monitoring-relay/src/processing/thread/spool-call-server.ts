import type { SpoolProcessing } from '../../spool/ports/spool-processing.ts';
import type { ClaimLimits, SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { QueueCall, QueueName } from './messages.ts';

/** What threads ask of spools: it hands reports out to them, and announces when there are some again. */
export class ClaimDesk {
  private readonly spools = new Map<QueueName, SpoolProcessing>();
  /** Counts the commits that brought reports. */
  private commits = 0;
  private isAwaited = false;
  /** What was handed out last, where that was one over which processing has ended before. */
  private tried: SpooledReport | undefined;

  /** `announce` is called when there are reports again after a claim found none. */
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

  openLeft(spool: SpoolProcessing): void {
    this.spools.set('left', spool);
  }

  closeLeft(): void {
    this.spools.delete('left');
  }

  /** Whether the latest report was handed out alone, because processing ended when it was claimed before. */
  get isOneByOne(): boolean {
    return this.tried !== undefined;
  }

  /** Processing has ended over what is in work. Returns the project of the report that was alone there, if one was. */
  noteCrash(): number | undefined {
    for (const spool of this.spools.values()) spool.noteCrash();
    return this.tried?.projectId;
  }

  /** What a thread asks for. Rejects as the spool does. */
  async answer(queue: QueueName, call: QueueCall): Promise<unknown> {
    const spool = this.spools.get(queue);
    // It was let go of when the relay was told to stop.
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
    // Some came just after it looked.
    if (commits !== this.commits) return this.claim(spool, limits);
    this.isAwaited = true;
    return reports;
  }
}
