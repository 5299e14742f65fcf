import type { UpstreamState } from '#shared';
import { describeError } from '../logging/describe-error.ts';
import { Logger } from '../logging/logger.ts';
import type { Spool } from '../spool/spool.ts';
import type { Pause } from '../timing/pause.ts';
import { RepeatingTask } from '../timing/repeating-task.ts';
import type { Forwarder } from './lanes/forwarder.ts';
import type { LeftForwards } from './left-forwards.ts';
import { countStranded, tellStranded } from './stranded.ts';
import type { UpstreamClient } from './upstream/upstream-client.ts';
import type { Upstreams } from './upstream/upstreams.ts';

const LOOK_EVERY_MS = 10_000;
/** Where nothing is to be sent, but for what is too old: that takes hours. */
const LOOK_SELDOM_MS = 600_000;

export interface ForwardingParts {
  readonly spool: Pick<Spool, 'name' | 'forwards' | 'onAppended'>;
  readonly upstreams: Upstreams;
  readonly forwarder: Forwarder;
  readonly left: LeftForwards;
  readonly client: UpstreamClient;
  readonly pause: Pause;
}

/** What this relay sends on: of its own spool as it comes, of others now and then. */
export class Forwarding {
  private readonly logger = new Logger(Forwarding.name);
  private readonly tasks: readonly RepeatingTask[];
  private isStarted = false;

  constructor(private readonly parts: ForwardingParts) {
    const { forwarder, left, upstreams, pause } = parts;
    const repeat = (everyMs: number, run: () => Promise<void>) =>
      new RepeatingTask({ run, everyMs, pause });
    this.tasks = [
      repeat(LOOK_EVERY_MS, () => forwarder.keepBounds()),
      repeat(upstreams.areThere ? LOOK_EVERY_MS : LOOK_SELDOM_MS, () => this.look(left)),
    ];
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
    for (const task of this.tasks) task.start();
  }

  /** To be called once it is known which projects there are. */
  warnOfUnknown(isThere: (slug: string) => boolean): void {
    for (const { slug, name } of this.parts.upstreams.listUnknown(isThere)) {
      this.logger.warn(
        `UPSTREAM_DSN names the project ${slug}, which is not there: nothing of it is forwarded to ${name}.`,
      );
    }
  }

  /** Resolves when nothing is under way any more; what was not sent stays in the spools. */
  async stop(): Promise<void> {
    if (!this.isStarted) return;
    this.parts.left.stop();
    await this.parts.forwarder.stop();
    await Promise.all(this.tasks.map((task) => task.stop()));
    await this.parts.client.close();
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

  private async look(left: LeftForwards): Promise<void> {
    try {
      await left.run();
    } catch (error) {
      // The next look tries again; nothing depends on this one.
      this.logger.warn(`Forwarding what others left failed. ${describeError(error)}`);
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
