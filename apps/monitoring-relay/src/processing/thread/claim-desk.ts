import { tellMended } from '#supervision';
import type { SpoolProcessing } from '../../spool/ports/spool-processing.ts';
import type { ClaimLimits, SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { QueueCall, QueueName } from './messages.ts';

/** A report that a thread has; its body is gone. */
interface HeldReport extends Pick<SpooledReport, 'id' | 'projectId' | 'attempts' | 'failure'> {
  readonly queue: QueueName;
}

/**
 * Hands reports out to threads, and knows which these have. A report over which processing may have ended
 * is handed out while no other is in work, of whatever spool: so the next end says more about it.
 */
export class ClaimDesk {
  private readonly spools = new Map<QueueName, SpoolProcessing>();
  private held: readonly HeldReport[] = [];
  /** Resolves, never rejects, when the claim before has ended. */
  private claiming: Promise<unknown> = Promise.resolve();
  private waiting: (() => void)[] = [];
  /** Counts the commits that brought reports. */
  private commits = 0;
  private isAwaited = false;
  private wasTried = false;
  private isClosed = false;

  /** `announce` is called when there are reports again after a claim found none. */
  constructor(own: SpoolProcessing, announce: () => void) {
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
    // It may have been given up over a report that was in work.
    this.held = this.held.filter(({ queue }) => queue !== 'left');
    this.wake();
  }

  /** Nothing is handed out any more. */
  close(): void {
    this.isClosed = true;
    this.wake();
  }

  /** Processing has ended over what is in work. Returns the project of the report that was alone there, if one was. */
  noteCrash(): number | undefined {
    for (const spool of this.spools.values()) spool.noteCrash();
    return this.held.length === 1 ? this.held[0]?.projectId : undefined;
  }

  /** Whether the latest report was handed out alone, because processing ended when it was claimed before. */
  get isOneByOne(): boolean {
    return this.wasTried;
  }

  /** What a thread asks for. Rejects as the spool does. */
  async answer(queue: QueueName, call: QueueCall): Promise<unknown> {
    const spool = this.spools.get(queue);
    // It was let go of when the relay was told to stop.
    if (!spool) throw new Error(`There is no spool "${queue}".`);
    switch (call.method) {
      case 'claim':
        return this.claim(queue, spool, ...call.args);
      case 'clearAttempts':
        return spool.clearAttempts();
      case 'settle':
        await spool.settle(...call.args);
        return this.letGo(queue, spool, call.args[0]);
      case 'leave':
        await spool.leave(...call.args);
        return this.letGo(queue, spool, call.args[0]);
      case 'findOldestMs':
        return spool.findOldestMs();
      case 'listSettled':
        return spool.listSettled();
      default:
        return spool.dropOrigin(...call.args);
    }
  }

  /** One after the other: what may be claimed depends on what was. */
  private claim(
    queue: QueueName,
    spool: SpoolProcessing,
    limits: ClaimLimits,
  ): Promise<SpooledReport[]> {
    const isHere = (): boolean => !this.isClosed && this.isOpen(queue, spool);
    const claim = this.claiming.then(() => this.claimNext(queue, { spool, limits, isHere }));
    this.claiming = claim.catch(() => undefined);
    return claim;
  }

  /** Nothing where whoever asked is gone, or the spool is. */
  private async claimNext(
    queue: QueueName,
    asked: {
      readonly spool: SpoolProcessing;
      readonly limits: ClaimLimits;
      readonly isHere: () => boolean;
    },
  ): Promise<SpooledReport[]> {
    const { spool, limits, isHere } = asked;
    for (;;) {
      await this.untilTurn(spool, isHere);
      if (!isHere()) return [];
      const { commits } = this;
      const reports = await spool.claim(limits);
      if (!isHere()) return [];
      // Some came just after it looked.
      if (reports.length === 0 && queue === 'own' && commits !== this.commits) continue;
      this.note(queue, reports);
      return reports;
    }
  }

  /** Resolves when nothing is in work beside which the next report must not be. */
  private async untilTurn(spool: SpoolProcessing, isHere: () => boolean): Promise<void> {
    while (isHere() && this.held.length > 0 && (this.held.some(isTried) || spool.isNextTried)) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private note(queue: QueueName, reports: readonly SpooledReport[]): void {
    this.wasTried = reports.some(isTried);
    this.held = [...this.held, ...reports.map((report) => toHeld(queue, report))];
    if (reports.length === 0 && queue === 'own') this.isAwaited = true;
  }

  private letGo(queue: QueueName, spool: SpoolProcessing, ids: readonly number[]): void {
    if (!this.isOpen(queue, spool)) return;
    const isLetGo = (report: HeldReport): boolean =>
      report.queue === queue && ids.includes(report.id);
    // What ended the processes before this one, perhaps.
    if (this.held.some((report) => isLetGo(report) && isTried(report) && report.failure))
      tellMended();
    this.held = this.held.filter((report) => !isLetGo(report));
    this.wake();
  }

  /** Another that was left may have come since: its reports have the same ids. */
  private isOpen(queue: QueueName, spool: SpoolProcessing): boolean {
    return this.spools.get(queue) === spool;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** Without its body. */
function toHeld(queue: QueueName, { id, projectId, attempts, failure }: SpooledReport): HeldReport {
  return {
    queue,
    id,
    projectId,
    ...(attempts === undefined ? {} : { attempts }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function isTried({ attempts }: Pick<SpooledReport, 'attempts'>): boolean {
  return attempts !== undefined;
}
