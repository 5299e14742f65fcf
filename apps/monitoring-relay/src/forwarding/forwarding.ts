import type { UpstreamState } from '#shared';
import { Logger } from '#telemetry/plain';
import type { SpoolForwarding } from '../spool/ports/spool-forwarding.ts';
import type { Forwarder } from './lanes/forwarder.ts';
import type { OrphanedForwards } from './orphaned-forwards.ts';
import { countStranded, describeStranded } from './stranded.ts';
import type { UpstreamClient } from './upstream/upstream-client.ts';
import type { Upstreams } from './upstream/upstreams.ts';

const LOOK_EVERY_MS = 10_000;
/**
 * Interval when no upstream is configured. The relay then only drops expired reports from orphaned
 * spools (spools of relays that are gone), and reports take hours to expire.
 */
const LOOK_SELDOM_MS = 600_000;

export interface ForwardingParts {
  readonly spool: Pick<SpoolForwarding, 'name' | 'forwards' | 'onAppended'>;
  readonly upstreams: Upstreams;
  readonly forwarder: Forwarder;
  readonly orphaned: OrphanedForwards;
  readonly client: UpstreamClient;
}

export class Forwarding {
  private readonly logger = new Logger(Forwarding.name);
  private isStarted = false;
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ForwardingParts) {}

  get sendOrphanedEveryMs(): number {
    return this.parts.upstreams.hasAny ? LOOK_EVERY_MS : LOOK_SELDOM_MS;
  }

  /** Call this even without upstreams, because waiting reports must expire at some time. */
  start(): void {
    const { spool, upstreams, forwarder } = this.parts;
    this.isStarted = true;
    const names = upstreams.list([]).map(({ name }) => name);
    if (names.length > 0) this.logger.log(`Reports are forwarded to ${names.join(', ')}.`);
    const stranded = countStranded(spool, upstreams);
    if (stranded > 0) this.logger.warn(describeStranded(stranded, `Spool ${spool.name}`));
    spool.onAppended(() => forwarder.wake());
    forwarder.wake();
  }

  warnOfUnknown(isThere: (slug: string) => boolean): void {
    for (const { slug, name } of this.parts.upstreams.listUnknown(isThere)) {
      this.logger.warn(
        `UPSTREAM_DSN names the project ${slug}, which does not exist: nothing is forwarded to ${name} for it.`,
      );
    }
  }

  async stop(): Promise<void> {
    if (!this.isStarted) return;
    this.parts.orphaned.stop();
    await this.parts.forwarder.stop();
    await this.looking.catch(() => undefined);
    await this.parts.client.close();
  }

  /**
   * Drops expired reports from this relay's spool, and the oldest reports while too many wait.
   * Never rejects.
   */
  keepBounds(): Promise<void> {
    return this.parts.forwarder.keepBounds();
  }

  /**
   * Forwards the reports of all orphaned spools once, unless `stop` is called. Rejects when the
   * folder of the spools cannot be read.
   */
  sendOrphaned(): Promise<void> {
    this.looking = this.parts.orphaned.run();
    return this.looking;
  }

  describe(nowMs: number): UpstreamState[] {
    const { spool, upstreams, forwarder } = this.parts;
    return upstreams.list([...spool.forwards.projects.keys()]).map(({ name, projectIds }) => {
      const amounts = projectIds.map((id) => spool.forwards.projects.get(id));
      const oldestMs = projectIds.map((id) => spool.forwards.findOldestMs(id) ?? nowMs);
      const holds = projectIds.flatMap((id) => forwarder.findLane(id)?.hold ?? []);
      const sorted = holds.toSorted((a, b) => a.untilMs - b.untilMs);
      const hold = sorted.find(({ untilMs }) => untilMs > nowMs) ?? sorted[0];
      return {
        name,
        depth: sum(amounts.map((amount) => amount?.reports ?? 0)),
        bytes: sum(amounts.map((amount) => amount?.bytes ?? 0)),
        oldestMs: Math.max(0, nowMs - Math.min(nowMs, ...oldestMs)),
        lost: forwarder.countLost(name),
        held: hold ? { untilMs: hold.untilMs, why: hold.why } : undefined,
      };
    });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
