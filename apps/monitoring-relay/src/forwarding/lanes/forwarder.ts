import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Ending, OutcomeCount } from '#shared';
import type { Pause } from '#telemetry/plain';
import type { ForwardQueue, OwedReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd, ForwardMetrics } from '../forward-metrics.ts';
import { LossLog } from './loss-log.ts';
import { ProjectLane } from './project-lane.ts';
import type { Sender } from '../outgoing/sender.ts';
import { Settler } from './settler.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/** How long sends under way may take to end once it stops. */
const GRACE_MS = 3000;
/** Dropped in one transaction. */
const STEP = 100;

export interface ForwardBounds {
  /** Of what waits to be forwarded; Infinity where more than that is refused. */
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

/** Sends what a spool owes, all projects side by side, and drops what waits too long, or is too much. */
export class Forwarder {
  private readonly lanes = new Map<number, { lane: ProjectLane; ended: Promise<void> }>();
  private readonly stopping = new AbortController();
  private readonly hurry = new AbortController();
  private readonly settler: Settler;
  private readonly losses: LossLog;
  private dropping: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ForwarderParts) {
    // As many listen as send at a time.
    setMaxListeners(0, this.stopping.signal, this.hurry.signal);
    this.settler = new Settler(parts);
    this.losses = new LossLog(parts);
  }

  /** To be called when reports have come: from now on those that wait are sent. */
  wake(): void {
    const { queue, bounds } = this.parts;
    if (this.stopping.signal.aborted) return;
    for (const projectId of queue.projects.keys()) this.openLane(projectId);
    if (queue.amount.bytes > bounds.maxBytes) void this.keepBounds();
  }

  /** Sends what can be sent now, and nothing that has to wait. Resolves when that is done, or it is stopped. */
  async finish(): Promise<void> {
    const drains = [...this.parts.queue.projects.keys()].map((projectId) => {
      const lane = this.createLane(projectId);
      const drain = lane.drain();
      // What goes wrong is told to whoever called.
      this.lanes.set(projectId, { lane, ended: drain.catch(() => undefined) });
      return drain;
    });
    await Promise.all(drains);
  }

  /** Drops what is beyond the bounds. To be called now and then. Never rejects. */
  keepBounds(): Promise<void> {
    this.dropping = this.dropping
      .then(() => this.dropSome())
      .catch((error: unknown) => {
        this.losses.noteFault(error);
      });
    return this.dropping;
  }

  /** Resolves when nothing is under way any more: what is on its way has a few seconds, and stays after that. */
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

  /** Reports that never got to the upstream of that name, since the start. */
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

  /** Until nothing is left. Reports that come meanwhile are found by it. */
  private async run(lane: ProjectLane, projectId: number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && this.parts.queue.projects.has(projectId)) {
      await lane.drain().catch((error: unknown) => lane.holdFaulty(error));
      if (lane.hold) await lane.rest();
      else await nextTurn();
    }
    this.lanes.delete(projectId);
    // Between the last look and now one may have come.
    if (!signal.aborted) this.wake();
  }

  private async dropSome(): Promise<void> {
    const { queue, bounds, clock } = this.parts;
    const isOld = ({ receivedAtMs }: OwedReport): boolean =>
      clock.nowMs() - receivedAtMs > bounds.maxAgeMs;
    while (!this.stopping.signal.aborted) {
      const oldest = queue.listOldest(STEP).filter(({ id }) => !this.isUnderWay(id));
      const old = oldest.filter(isOld);
      const isTooMuch = queue.amount.bytes > bounds.maxBytes;
      if (old.length > 0) await this.dropOld(old);
      else if (isTooMuch && oldest.length > 0) await this.dropFirst(oldest);
      else break;
    }
    this.losses.tell();
  }

  private isUnderWay(id: number): boolean {
    return [...this.lanes.values()].some(({ lane }) => lane.current?.id === id);
  }

  /** What was limited to the last is counted as that. */
  private async dropOld(reports: readonly OwedReport[]): Promise<void> {
    const limited = reports.filter((report) => this.isLimited(report));
    const others = reports.filter((report) => !limited.includes(report));
    await this.drop(limited, 'expired', { outcome: 'rate_limited', reason: 'upstream' });
    await this.drop(others, 'expired', { outcome: 'failed', reason: 'upstream_away' });
  }

  private isLimited({ projectId, contents }: OwedReport): boolean {
    const { upstreams, sender, clock } = this.parts;
    const upstream = upstreams.findOf(projectId);
    if (!upstream) return false;
    return sender.limits.findUntilMs(upstream, contents, clock.nowMs()) !== undefined;
  }

  private async dropFirst(oldest: readonly OwedReport[]): Promise<void> {
    let left = this.parts.queue.amount.bytes - this.parts.bounds.maxBytes;
    const dropped: OwedReport[] = [];
    for (const report of oldest) {
      if (left <= 0) break;
      dropped.push(report);
      left -= report.bytes;
    }
    await this.drop(dropped, 'crowded_out', { outcome: 'failed', reason: 'upstream_full' });
  }

  private async drop(
    reports: readonly OwedReport[],
    end: ForwardEnd,
    ending: Ending,
  ): Promise<void> {
    if (reports.length === 0) return;
    const gone = await this.settler.settle(reports, { end, ending }, this.stopping.signal);
    for (const { lane } of this.lanes.values()) lane.forget(gone);
    this.losses.note(gone, end, '');
  }
}
