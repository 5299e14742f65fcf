import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Ending } from '#shared';
import { describeError, Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { ForwardQueue, OwedReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd } from '../forward-metrics.ts';
import { LaneOrder } from './lane-order.ts';
import type { Attempt, Sender } from '../outgoing/sender.ts';
import type { Settler } from './settler.ts';
import type { Upstream, Upstreams } from '../upstream/upstreams.ts';

/** Of a service that cannot be reached, or takes nothing. */
const LONGEST_BACKOFF_MS = 60_000;
/** However long a service that fails asks for. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Without an upstream. */
const LOOK_AGAIN_MS = 10_000;
/** Read at a time where not the first report is next. */
const PAGE = 50;

/** Why a lane waits, in words for its operator, beside the name of its upstream. */
export interface Hold {
  /** Past while it is tried again. */
  readonly untilMs: number;
  readonly why: string;
  /** Whether it is of those that wait, and not of what comes. */
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
  readonly onLost: (reports: readonly OwedReport[], end: ForwardEnd, detail: string) => void;
  /** Nothing more is begun from then on. */
  readonly signal: AbortSignal;
  /** What is under way is broken off. */
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

/** Sends what is owed of one project, one report after the other, in the order in which they were taken. */
export class ProjectLane {
  private readonly logger = new Logger(ProjectLane.name);
  private readonly order = new LaneOrder();
  private readonly backoff = new Backoff(Math.random, LONGEST_BACKOFF_MS);
  private held: Hold | undefined;
  private resting = new AbortController();
  /** All up to that id have to wait, at least until then. */
  private waiting = NONE_WAITS;
  private sending: OwedReport | undefined;
  private lookedAtMs = 0;
  private isMisconfigured = false;
  private isAway = false;

  constructor(private readonly parts: ProjectLaneParts) {}

  /**
   * Why it waits. Of an upstream that is away, or does not know this relay, it is told until the next attempt has its
   * answer, too. Undefined while reports are sent, and when there are none.
   */
  get hold(): Hold | undefined {
    return this.held;
  }

  /** The report that is under way. */
  get current(): OwedReport | undefined {
    return this.sending;
  }

  get upstream(): Upstream | undefined {
    return this.parts.upstreams.findOf(this.parts.projectId);
  }

  /** Sends until nothing is left, or what is left has to wait. Rejects when the spool cannot be read. */
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
      // Whoever reports here gets its turn.
      await nextTurn();
    }
  }

  /** A clock that was set back says nothing of how long is left. */
  private noteTime(): void {
    const nowMs = this.parts.clock.nowMs();
    if (nowMs < this.lookedAtMs) {
      this.held = undefined;
      this.waiting = NONE_WAITS;
    }
    this.lookedAtMs = nowMs;
  }

  /** Undefined, with the lane held, when all have to wait. */
  private async findNext(upstream: Upstream): Promise<OwedReport | undefined> {
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

  /** Mostly one is enough. */
  private listNext(): OwedReport[] {
    const { queue, projectId } = this.parts;
    const isOneEnough = this.order.windowSize === 1 && this.waiting === NONE_WAITS;
    return queue.list(projectId, { aboveId: this.waiting.upToId, max: isOneEnough ? 1 : PAGE });
  }

  private findUntilMs(report: OwedReport, upstream: Upstream, nowMs: number): number | undefined {
    return (
      this.order.findUntilMs(report, nowMs) ??
      this.parts.sender.limits.findUntilMs(upstream, report.contents, nowMs)
    );
  }

  /** Those in front that have to wait are not looked at again until the first of them may be sent. */
  private passWaiting(
    reports: readonly OwedReport[],
    untilMs: readonly (number | undefined)[],
  ): void {
    for (const [index, { id: upToId }] of reports.entries()) {
      const until = untilMs[index];
      if (until === undefined) return;
      this.waiting = { upToId, untilMs: Math.min(this.waiting.untilMs, until) };
    }
  }

  private async attempt(report: OwedReport, upstream: Upstream): Promise<void> {
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

  private async conclude(attempt: Attempt, report: OwedReport, upstream: Upstream): Promise<void> {
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
        // Our own fault, and mostly of this report alone.
        this.order.noteFailure(report);
        this.logger.error(
          `Report ${report.id} cannot be forwarded, because it cannot be read: ${attempt.detail}.`,
        );
        return this.holdFor(this.backoff.nextMs(), `A report cannot be read: ${attempt.detail}.`);
      case 'misconfigured':
        // Or something in between has refused what this one says.
        this.order.noteFailure(report);
        return this.holdMisconfigured(attempt.detail, upstream);
      case 'unavailable':
        if (attempt.isReportInDoubt) this.order.noteFailure(report);
        return this.holdAway(attempt, upstream);
    }
  }

  private async end(report: OwedReport, end: keyof typeof ENDINGS, detail: string): Promise<void> {
    const { settler, signal, onLost } = this.parts;
    this.order.forget(report.id);
    const gone = await settler.settle([report], { end, ending: ENDINGS[end] }, signal);
    if (end !== 'sent') onLost(gone, end, detail);
  }

  /** What limits others, and not this report, would be asked for over and over. */
  private holdUnlessLimited(report: OwedReport, upstream: Upstream): void {
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

  /** Resolves when it is to look again: at the end of its hold, or when something has come that may pass. */
  async rest(): Promise<void> {
    const ms = (this.held?.untilMs ?? 0) - this.parts.clock.nowMs();
    if (this.parts.signal.aborted) return;
    const { signal } = this.resting;
    await this.parts.pause.wait(Math.max(0, Math.min(ms, LONGEST_BACKOFF_MS)), signal);
  }

  /** To be called when reports are gone without it. */
  forget(reports: readonly OwedReport[]): void {
    for (const { id } of reports) this.order.forget(id);
  }

  /** Ends its rest. */
  interrupt(): void {
    this.resting.abort();
    this.resting = new AbortController();
  }

  /** To be called when reports have come: those that are limited hold up no others. */
  wake(): void {
    if (!this.held?.isOpenToOthers) return;
    this.held = undefined;
    this.interrupt();
  }

  /** Waits as long as one does whose upstream is away: the spool may be read again later. */
  holdFaulty(error: unknown): void {
    this.logger.error(`Forwarding is held up. ${describeError(error)}`);
    this.holdFor(this.backoff.nextMs(), 'The spool cannot be read.');
  }
}
