import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Ending } from '#shared';
import { describeError, Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { ForwardQueue, ForwardReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd } from '../forward-metrics.ts';
import { LaneOrder } from './lane-order.ts';
import type { Attempt, Sender } from '../outgoing/sender.ts';
import type { Settler } from './settler.ts';
import type { Upstream, Upstreams } from '../upstream/upstreams.ts';

const LONGEST_BACKOFF_MS = 60_000;
const LONGEST_RETRY_AFTER_MS = 3_600_000;
const LOOK_AGAIN_MS = 10_000;
const PAGE = 50;

export interface Hold {
  /** This time may be in the past, because the hold stays while the next attempt runs. */
  readonly untilMs: number;
  readonly why: string;
  /**
   * True when the hold concerns only reports that already wait, so new reports may be sent at once.
   */
  readonly isOpenToOthers: boolean;
}

export interface ProjectLaneParts {
  readonly projectId: number;
  readonly queue: ForwardQueue;
  readonly upstreams: Pick<Upstreams, 'findOf'>;
  readonly sender: Sender;
  readonly settler: Settler;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly onLost: (reports: readonly ForwardReport[], end: ForwardEnd, detail: string) => void;
  /** When aborted, the lane begins no further send. */
  readonly signal: AbortSignal;
  /** When aborted, the lane aborts the current send. */
  readonly hurry: AbortSignal;
}

const NONE_WAITS: { readonly upToId: number; readonly untilMs: number } = {
  upToId: 0,
  untilMs: Infinity,
};

const ENDINGS = {
  sent: { outcome: 'forwarded', reason: 'sent' },
  refused: { outcome: 'invalid', reason: 'upstream' },
  damaged: { outcome: 'failed', reason: 'damaged' },
} as const satisfies Partial<Record<ForwardEnd, Ending>>;

export class ProjectLane {
  private readonly logger = new Logger(ProjectLane.name);
  private readonly order = new LaneOrder();
  private readonly backoff = new Backoff(Math.random, LONGEST_BACKOFF_MS);
  private held: Hold | undefined;
  private resting = new AbortController();
  /** Reports with ids up to `upToId` must wait until `untilMs`. */
  private waiting = NONE_WAITS;
  private sending: ForwardReport | undefined;
  private lookedAtMs = 0;
  private isMisconfigured = false;
  private isAway = false;

  constructor(private readonly parts: ProjectLaneParts) {}

  /**
   * Why the lane waits, and until when. For an unavailable or misconfigured upstream, the hold
   * lasts until the next attempt is answered. Undefined while reports are sent, and when no report
   * waits.
   */
  get hold(): Hold | undefined {
    return this.held;
  }

  get current(): ForwardReport | undefined {
    return this.sending;
  }

  get upstream(): Upstream | undefined {
    return this.parts.upstreams.findOf(this.parts.projectId);
  }

  async drain(): Promise<void> {
    while (!this.parts.signal.aborted) {
      this.noteTime();
      if (this.held && this.held.untilMs > this.parts.clock.nowMs()) return;
      const { upstream } = this;
      const report = upstream && (await this.findNext(upstream));
      if (!upstream)
        this.holdFor(LOOK_AGAIN_MS, 'UPSTREAM_DSN names no upstream for this project.');
      if (!upstream || !report) return;
      if (!this.isAway && !this.isMisconfigured) this.held = undefined;
      await this.attempt(report, upstream);
      // Lets other work of this thread, such as intake, run between two reports.
      await nextTurn();
    }
  }

  /** Clears all holds after the clock was set back, because the holds would end too late. */
  private noteTime(): void {
    const nowMs = this.parts.clock.nowMs();
    if (nowMs < this.lookedAtMs) {
      this.held = undefined;
      this.waiting = NONE_WAITS;
    }
    this.lookedAtMs = nowMs;
  }

  private async findNext(upstream: Upstream): Promise<ForwardReport | undefined> {
    const nowMs = this.parts.clock.nowMs();
    if (nowMs >= this.waiting.untilMs) this.waiting = NONE_WAITS;
    while (!this.parts.signal.aborted) {
      const reports = this.listNext();
      if (reports.length === 0) break;
      const untilMs = reports.map((report) => this.findUntilMs(report, upstream, nowMs));
      this.passWaiting(reports, untilMs);
      const free = reports.filter((_, index) => untilMs[index] === undefined);
      if (free.length > 0) return this.order.choose(free);
      await nextTurn();
    }
    const { untilMs } = this.waiting;
    const why = 'The upstream limits the reports that are left, or they failed before.';
    const isAnyWaiting = this.waiting !== NONE_WAITS;
    this.held = isAnyWaiting ? { untilMs, why, isOpenToOthers: true } : undefined;
    return undefined;
  }

  private listNext(): ForwardReport[] {
    const { queue, projectId } = this.parts;
    const isOneEnough = this.order.windowSize === 1 && this.waiting === NONE_WAITS;
    return queue.list(projectId, { aboveId: this.waiting.upToId, max: isOneEnough ? 1 : PAGE });
  }

  private findUntilMs(
    report: ForwardReport,
    upstream: Upstream,
    nowMs: number,
  ): number | undefined {
    return (
      this.order.findUntilMs(report, nowMs) ??
      this.parts.sender.limits.findUntilMs(upstream, report.contents, nowMs)
    );
  }

  private passWaiting(
    reports: readonly ForwardReport[],
    untilMs: readonly (number | undefined)[],
  ): void {
    for (const [index, { id: upToId }] of reports.entries()) {
      const until = untilMs[index];
      if (until === undefined) return;
      this.waiting = { upToId, untilMs: Math.min(this.waiting.untilMs, until) };
    }
  }

  private async attempt(report: ForwardReport, upstream: Upstream): Promise<void> {
    const { sender, queue, hurry } = this.parts;
    this.sending = report;
    try {
      const attempt = await sender.send(report, { queue, upstream, signal: hurry });
      this.held = undefined;
      await this.conclude(attempt, report, upstream);
    } finally {
      this.sending = undefined;
    }
  }

  private async conclude(
    attempt: Attempt,
    report: ForwardReport,
    upstream: Upstream,
  ): Promise<void> {
    switch (attempt.kind) {
      case 'stopped':
        return;
      case 'limited':
        return this.holdUnlessLimited(report, upstream);
      case 'sent':
        this.noteAnswering(upstream);
        this.order.noteTaken(report, this.parts.clock.nowMs());
        return this.end(report, 'sent', '');
      case 'refused':
        this.noteAnswering(upstream);
        return this.end(report, 'refused', attempt.detail);
      case 'damaged':
        return this.end(report, 'damaged', 'its body is gone, or damaged');
      case 'unreadable':
        // Other reports may still be readable.
        this.order.noteFailure(report);
        this.logger.error(
          `Report ${report.id} cannot be forwarded, because it cannot be read: ${attempt.detail}.`,
        );
        return this.holdFor(this.backoff.nextMs(), `A report cannot be read: ${attempt.detail}.`);
      case 'misconfigured':
        // A firewall between relay and upstream may have refused only this report.
        this.order.noteFailure(report);
        return this.holdMisconfigured(attempt.detail, upstream);
      case 'unavailable':
        if (attempt.isReportInDoubt) this.order.noteFailure(report);
        return this.holdAway(attempt, upstream);
    }
  }

  private async end(
    report: ForwardReport,
    end: keyof typeof ENDINGS,
    detail: string,
  ): Promise<void> {
    const { settler, signal, onLost } = this.parts;
    this.order.forget(report.id);
    const gone = await settler.settle([report], { end, ending: ENDINGS[end] }, signal);
    if (end !== 'sent') onLost(gone, end, detail);
  }

  /**
   * Holds the lane when the upstream answered with limits that do not apply to this report. Without
   * a hold, the lane would send the report again at once, over and over.
   */
  private holdUnlessLimited(report: ForwardReport, upstream: Upstream): void {
    if (this.findUntilMs(report, upstream, this.parts.clock.nowMs()) !== undefined) return;
    this.holdFor(LONGEST_BACKOFF_MS, 'The upstream limits reports without saying which.');
  }

  private noteAnswering({ name }: Upstream): void {
    if (this.isAway || this.isMisconfigured)
      this.logger.log(`Upstream ${name} accepts reports again.`);
    this.isAway = false;
    this.isMisconfigured = false;
    this.backoff.reset();
  }

  private holdMisconfigured(detail: string, { name }: Upstream): void {
    const what = `does not know this relay or the project: ${detail}.`;
    if (!this.isMisconfigured)
      this.logger.error(`Upstream ${name} ${what} Reports wait. Check UPSTREAM_DSN.`);
    this.isMisconfigured = true;
    this.holdFor(this.backoff.nextMs(), `The upstream ${what}`);
  }

  private holdAway(
    { detail, retryAfterMs = 0 }: { readonly detail: string; readonly retryAfterMs?: number },
    { name }: Upstream,
  ): void {
    if (!this.isAway)
      this.logger.warn(`Upstream ${name} does not answer: ${detail}. Reports wait.`);
    this.isAway = true;
    const askedMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
    this.holdFor(
      Math.max(this.backoff.nextMs(), askedMs),
      `The upstream does not answer: ${detail}.`,
    );
  }

  private holdFor(ms: number, why: string): void {
    this.held = { untilMs: this.parts.clock.nowMs() + ms, why, isOpenToOthers: false };
  }

  async waitForHoldEnd(): Promise<void> {
    const ms = (this.held?.untilMs ?? 0) - this.parts.clock.nowMs();
    if (this.parts.signal.aborted) return;
    const { signal } = this.resting;
    await this.parts.pause.wait(Math.max(0, Math.min(ms, LONGEST_BACKOFF_MS)), signal);
  }

  forget(reports: readonly ForwardReport[]): void {
    for (const { id } of reports) this.order.forget(id);
  }

  interrupt(): void {
    this.resting.abort();
    this.resting = new AbortController();
  }

  /**
   * Call this when reports have arrived. A hold that concerns only earlier reports ends, so that
   * the new reports are sent.
   */
  wake(): void {
    if (!this.held?.isOpenToOthers) return;
    this.held = undefined;
    this.interrupt();
  }

  /**
   * Call this when the spool cannot be read. Holds the lane for a while, because a later read may
   * succeed.
   */
  holdFaulty(error: unknown): void {
    this.logger.error(`Forwarding is held up. ${describeError(error)}`);
    this.holdFor(this.backoff.nextMs(), 'The spool cannot be read.');
  }
}
