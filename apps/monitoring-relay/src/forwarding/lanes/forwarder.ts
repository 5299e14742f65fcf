import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Ending, OutcomeCount } from '#shared';
import type { Pause } from '#telemetry/plain';
import type { ForwardQueue, ForwardReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd, ForwardMetrics } from '../forward-metrics.ts';
import { LossLog } from './loss-log.ts';
import { ProjectLane } from './project-lane.ts';
import type { Sender } from '../outgoing/sender.ts';
import { Settler } from './settler.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

const GRACE_MS = 3000;
const STEP = 100;

export interface ForwardBounds {
  /** Infinity in mode `forward`, where intake refuses further reports instead. */
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

export interface ForwarderParts {
  readonly queue: ForwardQueue;
  readonly upstreams: Upstreams;
  readonly sender: Sender;
  readonly bounds: ForwardBounds;
  readonly metrics: ForwardMetrics;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly countElsewhere?: ((outcomes: readonly OutcomeCount[]) => void) | undefined;
}

/**
 * Forwards the reports of one spool. Each project has a lane, which sends its reports one by one,
 * and all lanes work in parallel. Drops reports that are too old, and the oldest reports while too
 * many wait.
 */
export class Forwarder {
  private readonly lanes = new Map<number, { lane: ProjectLane; ended: Promise<void> }>();
  private readonly stopping = new AbortController();
  private readonly hurry = new AbortController();
  private readonly settler: Settler;
  private readonly losses: LossLog;
  private dropping: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ForwarderParts) {
    // Each parallel send adds a listener, and Node warns beyond ten.
    setMaxListeners(0, this.stopping.signal, this.hurry.signal);
    this.settler = new Settler(parts);
    this.losses = new LossLog(parts);
  }

  wake(): void {
    const { queue, bounds } = this.parts;
    if (this.stopping.signal.aborted) return;
    for (const projectId of queue.projects.keys()) this.openLane(projectId);
    if (queue.amount.bytes > bounds.maxBytes) void this.keepBounds();
  }

  /**
   * Sends the reports that can be sent now and leaves the others queued. Resolves when done or
   * stopped.
   */
  async finish(): Promise<void> {
    const drains = [...this.parts.queue.projects.keys()].map((projectId) => {
      const lane = this.createLane(projectId);
      const drain = lane.drain();
      this.lanes.set(projectId, { lane, ended: drain.catch(() => undefined) });
      return drain;
    });
    await Promise.all(drains);
  }

  /** Drops reports beyond the limits on age and size. Call this regularly. Never rejects. */
  keepBounds(): Promise<void> {
    this.dropping = this.dropping
      .then(() => this.dropSome())
      .catch((error: unknown) => {
        this.losses.noteFault(error);
      });
    return this.dropping;
  }

  /**
   * Resolves when no report is being sent. Waits `GRACE_MS` for current sends, then aborts them;
   * their reports stay queued.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    const open = [...this.lanes.values()];
    for (const { lane } of open) lane.interrupt();
    const lanes = Promise.all(open.map(({ ended }) => ended));
    const isOver = new AbortController();
    void this.parts.pause.wait(GRACE_MS, isOver.signal).then(() => this.hurry.abort());
    await lanes;
    isOver.abort();
    await this.dropping;
  }

  findLane(projectId: number): ProjectLane | undefined {
    return this.lanes.get(projectId)?.lane;
  }

  countLost(upstream: string): number {
    return this.losses.count(upstream);
  }

  private openLane(projectId: number): void {
    const open = this.lanes.get(projectId);
    if (open) return open.lane.wake();
    const lane = this.createLane(projectId);
    this.lanes.set(projectId, { lane, ended: this.run(lane, projectId) });
  }

  private createLane(projectId: number): ProjectLane {
    return new ProjectLane({
      ...this.parts,
      projectId,
      settler: this.settler,
      onLost: (reports, end, detail) => this.losses.note(reports, end, detail),
      signal: this.stopping.signal,
      hurry: this.hurry.signal,
    });
  }

  private async run(lane: ProjectLane, projectId: number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && this.parts.queue.projects.has(projectId)) {
      await lane.drain().catch((error: unknown) => lane.holdFaulty(error));
      if (lane.hold) await lane.waitForHoldEnd();
      else await nextTurn();
    }
    this.lanes.delete(projectId);
    // A report may have arrived after the last check and before the lane was deleted.
    if (!signal.aborted) this.wake();
  }

  private async dropSome(): Promise<void> {
    const { queue, bounds, clock } = this.parts;
    const isOld = ({ receivedAtMs }: ForwardReport): boolean =>
      clock.nowMs() - receivedAtMs > bounds.maxAgeMs;
    while (!this.stopping.signal.aborted) {
      const oldest = queue.listOldest(STEP).filter(({ id }) => !this.isUnderWay(id));
      const old = oldest.filter(isOld);
      const isTooMuch = queue.amount.bytes > bounds.maxBytes;
      if (old.length > 0) await this.dropOld(old);
      else if (isTooMuch && oldest.length > 0) await this.dropFirst(oldest);
      else break;
    }
    this.losses.logWhenDue();
  }

  private isUnderWay(id: number): boolean {
    return [...this.lanes.values()].some(({ lane }) => lane.current?.id === id);
  }

  private async dropOld(reports: readonly ForwardReport[]): Promise<void> {
    const limited = reports.filter((report) => this.isLimited(report));
    const others = reports.filter((report) => !limited.includes(report));
    await this.drop(limited, 'expired', { outcome: 'rate_limited', reason: 'upstream' });
    await this.drop(others, 'expired', { outcome: 'failed', reason: 'upstream_away' });
  }

  private isLimited({ projectId, contents }: ForwardReport): boolean {
    const { upstreams, sender, clock } = this.parts;
    const upstream = upstreams.findOf(projectId);
    if (!upstream) return false;
    return sender.limits.findUntilMs(upstream, contents, clock.nowMs()) !== undefined;
  }

  private async dropFirst(oldest: readonly ForwardReport[]): Promise<void> {
    let left = this.parts.queue.amount.bytes - this.parts.bounds.maxBytes;
    const dropped: ForwardReport[] = [];
    for (const report of oldest) {
      if (left <= 0) break;
      dropped.push(report);
      left -= report.bytes;
    }
    await this.drop(dropped, 'crowded_out', { outcome: 'failed', reason: 'upstream_full' });
  }

  private async drop(
    reports: readonly ForwardReport[],
    end: ForwardEnd,
    ending: Ending,
  ): Promise<void> {
    if (reports.length === 0) return;
    const gone = await this.settler.settle(reports, { end, ending }, this.stopping.signal);
    for (const { lane } of this.lanes.values()) lane.forget(gone);
    this.losses.note(gone, end, '');
  }
}
