import type { UpstreamState } from '#shared';
import { Logger } from '#telemetry/plain';
import type { SpoolForwarding } from '../spool/ports/spool-forwarding.ts';
import type { Forwarder } from './lanes/forwarder.ts';
import type { LeftForwards } from './left-forwards.ts';
import { countStranded, tellStranded } from './stranded.ts';
import type { UpstreamClient } from './upstream/upstream-client.ts';
import type { Upstreams } from './upstream/upstreams.ts';

const LOOK_EVERY_MS = 10_000;
/** Where nothing is to be sent, but for what is too old: that takes hours. */
const LOOK_SELDOM_MS = 600_000;

export interface ForwardingParts {
  readonly spool: Pick<SpoolForwarding, 'name' | 'forwards' | 'onAppended'>;
  readonly upstreams: Upstreams;
  readonly forwarder: Forwarder;
  readonly left: LeftForwards;
  readonly client: UpstreamClient;
}

/** What this relay sends on: of its own spool as it comes, of others now and then. */
export class Forwarding {
  private readonly logger = new Logger(Forwarding.name);
  private isStarted = false;
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ForwardingParts) {}

  /** How often `sendLeft` is to be called. */
  get lookEveryMs(): number {
    return this.parts.upstreams.areThere ? LOOK_EVERY_MS : LOOK_SELDOM_MS;
  }

  /** Also where nothing is forwarded: what was owed before, here or by relays that are gone, is not kept for ever. */
  start(): void {
    const { spool, upstreams, forwarder } = this.parts;
    this.isStarted = true;
    const names = upstreams.list([]).map(({ name }) => name);
    if (names.length > 0) this.logger.log(`Reports are forwarded to ${names.join(', ')}.`);
    const stranded = countStranded(spool, upstreams);
    if (stranded > 0) this.logger.warn(tellStranded(stranded, `Spool ${spool.name}`));
    spool.onAppended(() => forwarder.wake());
    forwarder.wake();
  }

  /** To be called once it is known which projects there are. */
  warnOfUnknown(isThere: (slug: string) => boolean): void {
    for (const { slug, name } of this.parts.upstreams.listUnknown(isThere)) {
      this.logger.warn(
        `UPSTREAM_DSN names the project ${slug}, which does not exist: nothing is forwarded to ${name} for it.`,
      );
    }
  }

  /** Resolves when nothing is under way any more; what was not sent stays in the spools. */
  async stop(): Promise<void> {
    if (!this.isStarted) return;
    this.parts.left.stop();
    await this.parts.forwarder.stop();
    // What it rejects with is told to its caller.
    await this.looking.catch(() => undefined);
    await this.parts.client.close();
  }

  /** Drops what waits too long in this relay's spool, or is too much. Never rejects. */
  keepBounds(): Promise<void> {
    return this.parts.forwarder.keepBounds();
  }

  /** One look at what relays that are gone have left; a stop ends it. Rejects when their folder cannot be read. */
  sendLeft(): Promise<void> {
    this.looking = this.parts.left.run();
    return this.looking;
  }

  /** By upstream, of this relay's own spool. */
  describe(nowMs: number): UpstreamState[] {
    const { spool, upstreams, forwarder } = this.parts;
    return upstreams.list([...spool.forwards.projects.keys()]).map(({ name, projectIds }) => {
      const amounts = projectIds.map((id) => spool.forwards.projects.get(id));
      const oldestMs = projectIds.map((id) => spool.forwards.findOldestMs(id) ?? nowMs);
      const holds = projectIds.flatMap((id) => forwarder.findLane(id)?.hold ?? []);
      const sorted = holds.toSorted((a, b) => a.untilMs - b.untilMs);
      // Rather one that waits than one that is tried again now.
      const hold = sorted.find(({ untilMs }) => untilMs > nowMs) ?? sorted[0];
      return {
        name,
        depth: sum(amounts.map((amount) => amount?.reports ?? 0)),
        bytes: sum(amounts.map((amount) => amount?.bytes ?? 0)),
        oldestMs: Math.max(0, nowMs - Math.min(nowMs, ...oldestMs)),
        lost: forwarder.countLost(name),
        ...(hold ? { held: { untilMs: hold.untilMs, why: hold.why } } : {}),
      };
    });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
