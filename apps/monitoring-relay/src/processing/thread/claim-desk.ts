import { tellMended } from '#supervision';
import { Logger } from '../../logging/logger.ts';
import { countFailed } from '../../outcomes/count-ending.ts';
import type { Spool, SpooledReport } from '../../spool/spool.ts';
import type { ClaimLimits } from '../../spool/spool-queue.ts';
import type { QueueCall, QueueName } from './messages.ts';
import { Suspects } from './suspects.ts';
import type { ThreadEnding } from './suspects.ts';

const ENDED_PROCESSES =
  'the relay, or its thread, ended again and again while nothing else was in work.';

/** A report that a thread has; its body is gone. */
interface HeldReport extends Omit<SpooledReport, 'body'> {
  readonly queue: QueueName;
}

/**
 * Hands reports out to the threads of a crew, and knows which these have. Those over which it ends are suspects from
 * then on, and are handed out one by one until each is done with; the one over which a crew ends again, alone, is kept
 * aside. To find it by halves would end more threads, and a thread costs far more than a batch of one. A mark beside each
 * spool says the same of the process (ADR 49).
 */
export class ClaimDesk {
  private readonly logger = new Logger(ClaimDesk.name);
  private readonly spools = new Map<QueueName, Spool>();
  private held: readonly HeldReport[] = [];
  private readonly suspects = new Suspects();
  /** How many calls have no answer yet, and who waits until none has. */
  private answering = 0;
  private quiet: (() => void)[] = [];
  /** Counts the crews: what one has asked for is nothing to the next. */
  private crew = 0;
  private isClaimingAlone = false;
  private waiting: (() => void)[] = [];
  /** Counts the commits that brought reports. */
  private commits = 0;
  private isAwaited = false;

  /** `announce` is called when there are reports again after a claim found none. */
  constructor(own: Spool, announce: () => void) {
    this.open('own', own);
    own.onAppended(() => {
      this.commits += 1;
      if (!this.isAwaited) return;
      this.isAwaited = false;
      announce();
    });
  }

  openLeft(spool: Spool): void {
    this.open('left', spool);
  }

  closeLeft(): void {
    this.spools.get('left')?.mark.clear();
    this.spools.delete('left');
    // It may have been given up over a report that was in work.
    this.held = this.held.filter(({ queue }) => queue !== 'left');
    this.suspects.clearAllOf('left');
    this.wake();
  }

  /** All threads have ended because they were told to. */
  close(): void {
    this.crew += 1;
    this.wake();
    for (const { mark } of this.spools.values()) mark.clear();
  }

  /** To be called when a thread waits for a database or a spool: if the process ends meanwhile, it is not over a report. */
  excuse(): void {
    if (!this.suspects.areThere) return;
    this.suspects.excuseLones();
    for (const queue of this.spools.keys()) this.writeMark(queue);
  }

  /** To be called when a thread has a database record what was processed. It has one at least: if there is but one, it is that. */
  noteRecording(): void {
    const { onlyHeld } = this;
    if (onlyHeld) this.noteProcessed(onlyHeld);
  }

  /** Whether reports are handed out one by one. */
  get isSuspicious(): boolean {
    return this.suspects.areThere;
  }

  /** What a thread asks for. Rejects as the spool does. */
  async answer(queue: QueueName, call: QueueCall): Promise<unknown> {
    this.answering += 1;
    try {
      return await this.ask(queue, call);
    } finally {
      this.answering -= 1;
      if (this.answering === 0) for (const resolve of this.quiet.splice(0)) resolve();
    }
  }

  /**
   * All threads have ended, over what is given as `fault`: what they had can be claimed again, all but what is kept
   * aside now. Resolves with the project of the report that ended them, when that is known.
   */
  async takeBack(fault: string, ending: ThreadEnding = 'other'): Promise<number | undefined> {
    this.crew += 1;
    this.wake();
    // What was said before that.
    while (this.answering > 0) await new Promise<void>((resolve) => this.quiet.push(resolve));
    const { held } = this;
    this.held = [];
    this.isAwaited = false;
    for (const spool of this.spools.values()) spool.releaseClaims();
    for (const report of held) this.suspects.add(report);
    const [report, ...others] = held;
    if (!report || others.length > 0) return undefined;
    if (this.suspects.strike(report, ending)) await this.tryToKeepAside(report, fault);
    return report.projectId;
  }

  private get onlyHeld(): HeldReport | undefined {
    return this.held.length === 1 ? this.held[0] : undefined;
  }

  private open(queue: QueueName, spool: Spool): void {
    this.spools.set(queue, spool);
    this.suspects.recall(queue, spool.mark.read());
  }

  private async ask(queue: QueueName, call: QueueCall): Promise<unknown> {
    const spool = this.spools.get(queue);
    // It was let go of when the relay was told to stop.
    if (!spool) throw new Error(`There is no spool "${queue}".`);
    switch (call.method) {
      case 'claim':
        return this.claim(queue, spool, ...call.args);
      case 'settle':
        this.noteEnding(queue, call.args[0]);
        await spool.settle(...call.args);
        return this.letGo(queue, spool, call.args[0]);
      case 'fail':
        this.noteEnding(queue, [call.args[0]]);
        await spool.fail(...call.args);
        return this.letGo(queue, spool, [call.args[0]]);
      case 'listFailed':
        return spool.listFailed(...call.args);
      case 'settleFailed':
        return spool.settleFailed(...call.args);
      case 'listSettled':
        return spool.listSettled();
      default:
        return spool.dropOrigin(...call.args);
    }
  }

  private async claim(
    queue: QueueName,
    spool: Spool,
    limits: ClaimLimits,
  ): Promise<SpooledReport[]> {
    const { crew, commits } = this;
    const reports = await this.claimInTurn(queue, spool, limits);
    if (crew !== this.crew || !this.isOpen(queue, spool)) return [];
    // It looked just before they came.
    if (reports.length === 0 && queue === 'own' && commits !== this.commits) {
      return this.claim(queue, spool, limits);
    }
    this.held = [...this.held, ...reports.map((report) => toHeld(queue, report))];
    if (reports.length > 0) {
      this.writeMark(queue);
      return reports;
    }
    if (queue === 'own') this.isAwaited = true;
    // Whoever is suspected is queued, and comes first. Where nobody is, what is in hand may be recorded.
    if (this.suspects.areThere) this.suspects.clearAllOf(queue);
    this.wake();
    return reports;
  }

  /** One by one over all spools as long as there are suspects. */
  private async claimInTurn(
    queue: QueueName,
    spool: Spool,
    limits: ClaimLimits,
  ): Promise<SpooledReport[]> {
    const { crew } = this;
    while (this.suspects.areThere && (this.held.length > 0 || this.isClaimingAlone)) {
      // Each time something else may have come first.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      if (crew !== this.crew || !this.isOpen(queue, spool)) return [];
    }
    if (!this.suspects.areThere) return spool.claim(limits);
    this.isClaimingAlone = true;
    try {
      return await this.claimOne(queue, spool, limits);
    } finally {
      this.isClaimingAlone = false;
    }
  }

  /** The first one over which no processes have ended: those are kept aside. */
  private async claimOne(
    queue: QueueName,
    spool: Spool,
    limits: ClaimLimits,
  ): Promise<SpooledReport[]> {
    const { crew } = this;
    for (;;) {
      const reports = await spool.claim({ ...limits, maxReports: 1 });
      const [report] = reports;
      if (!report) return reports;
      if (crew !== this.crew || !this.isOpen(queue, spool)) return [];
      const held = { ...report, queue };
      this.suspects.clearBefore(held);
      if (!this.suspects.hasEndedProcesses(held)) {
        this.suspects.noteHandOut(held);
        return reports;
      }
      try {
        await this.keepAside(spool, held, ENDED_PROCESSES);
        tellMended();
      } catch (error) {
        // It comes first again.
        spool.releaseClaims();
        throw error;
      }
    }
  }

  /** A spool is to let go of these. */
  private noteEnding(queue: QueueName, ids: readonly number[]): void {
    const { onlyHeld } = this;
    if (onlyHeld && isOneOf(onlyHeld, queue, ids)) this.noteProcessed(onlyHeld);
  }

  private noteProcessed(report: HeldReport): void {
    this.suspects.noteRecording(report);
    if (this.suspects.areThere) this.writeMark(report.queue);
  }

  private letGo(queue: QueueName, spool: Spool, ids: readonly number[]): void {
    if (!this.isOpen(queue, spool)) return;
    const isOver = (report: HeldReport): boolean => isOneOf(report, queue, ids);
    for (const report of this.held) if (isOver(report)) this.suspects.clear(report);
    this.held = this.held.filter((report) => !isOver(report));
    this.wake();
  }

  private async tryToKeepAside(report: HeldReport, fault: string): Promise<void> {
    const spool = this.spools.get(report.queue);
    try {
      if (spool) await this.keepAside(spool, report, fault);
    } catch (error) {
      // It ends a crew once more, and is kept aside when the spool can be written.
      this.logger.warn(`Report ${report.id} cannot be kept aside. ${String(error)}`);
    }
  }

  private async keepAside(spool: Spool, report: HeldReport, fault: string): Promise<void> {
    const { id, projectId, publicKey, receivedAtMs, contents } = report;
    const reason = `Processing ended over it: ${fault}`;
    const outcomes = countFailed(
      { projectId, publicKey, atMs: receivedAtMs },
      'processing',
      contents,
    );
    await spool.fail(id, { reason, outcomes });
    this.suspects.clear(report);
    this.logger.warn(`Report ${id} of project ${projectId} is kept aside. ${reason}`);
  }

  private writeMark(queue: QueueName): void {
    const { ids, ...rest } = this.suspects.describe(queue);
    const held = this.held.filter((report) => report.queue === queue).map(({ id }) => id);
    this.spools.get(queue)?.mark.write({ ids: [...new Set([...ids, ...held])], ...rest });
  }

  /** Another that was left may have come since: its reports have the same ids. */
  private isOpen(queue: QueueName, spool: Spool): boolean {
    return this.spools.get(queue) === spool;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

function toHeld(queue: QueueName, report: SpooledReport): HeldReport {
  const { body: _, ...facts } = report;
  return { ...facts, queue };
}

function isOneOf(report: HeldReport, queue: QueueName, ids: readonly number[]): boolean {
  return report.queue === queue && ids.includes(report.id);
}
