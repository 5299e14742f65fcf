import type { UpstreamState } from '#shared';
import { describeError } from '../logging/describe-error.ts';
import { Logger } from '../logging/logger.ts';
import type { Spool } from '../spool/spool.ts';
import type { Pause } from '../timing/pause.ts';
import { RepeatingTask } from '../timing/repeating-task.ts';
import type { Forwarder } from './forwarder.ts';
import type { LeftForwards } from './left-forwards.ts';
import type { UpstreamClient } from './upstream-client.ts';
import type { Upstreams } from './upstreams.ts';

const LOOK_EVERY_MS = 10_000;

export interface ForwardingParts {
  readonly spool: Pick<Spool, 'forwards' | 'onAppended'>;
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
    const { forwarder, left, pause } = parts;
    const repeat = (run: () => Promise<void>) =>
      new RepeatingTask({ run, everyMs: LOOK_EVERY_MS, pause });
    this.tasks = [repeat(() => forwarder.keepBounds()), repeat(() => this.look(left))];
  }

  /** Does nothing where nothing is forwarded, nor was: what is still owed then waits until it is too old. */
  start(): void {
    const { spool, upstreams, forwarder } = this.parts;
    if (!upstreams.areThere && spool.forwards.amount.reports === 0) return;
    this.isStarted = true;
    const names = upstreams.list([]).map(({ name }) => name);
    if (names.length > 0) this.logger.log(`Reports are forwarded to ${names.join(', ')}.`);
    else
      this.logger.warn(
        'UPSTREAM_DSN is not set any more: what waits to be forwarded stays until it is too old.',
      );
    spool.onAppended(() => forwarder.wake());
    forwarder.wake();
    for (const task of this.tasks) task.start();
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
      const [hold] = holds.toSorted((a, b) => a.untilMs - b.untilMs);
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
