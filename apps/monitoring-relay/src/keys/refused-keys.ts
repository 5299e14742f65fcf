import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, type RefusedKey } from '#shared';
import { Interval } from '#telemetry/plain';

/**
 * Limits the memory, because anybody can invent keys. A line is a key prefix with its project, SDK
 * and network. Beyond this number, the line whose last refusal is oldest is dropped.
 */
const MAX_LINES = 200;
const LOG_EVERY_MS = 60_000;

export type RefusedSender = Omit<RefusedKey, 'count' | 'lastAtMs'>;

@Injectable()
export class RefusedKeys {
  private readonly logger = new Logger(RefusedKeys.name);
  private readonly lines = new Map<string, RefusedKey>();
  private readonly logInterval: Interval;
  private unlogged = 0;
  private all = 0;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    this.logInterval = new Interval(clock, LOG_EVERY_MS);
  }

  note(sender: RefusedSender): void {
    const { keyPrefix, projectId, sdk, network } = sender;
    const name = JSON.stringify([keyPrefix, projectId, sdk, network]);
    const count = (this.lines.get(name)?.count ?? 0) + 1;
    this.lines.delete(name);
    this.lines.set(name, { ...sender, count, lastAtMs: this.clock.nowMs() });
    const [oldest] = this.lines.keys();
    if (this.lines.size > MAX_LINES) this.lines.delete(oldest!);
    this.unlogged += 1;
    this.all += 1;
    this.logWhenDue(sender);
  }

  get total(): number {
    return this.all;
  }

  list(): RefusedKey[] {
    return [...this.lines.values()].toReversed();
  }

  private logWhenDue({ keyPrefix, projectId, sdk, network }: RefusedSender): void {
    if (!this.logInterval.isDue) return;
    this.logInterval.begin();
    const requests = this.unlogged === 1 ? '1 request was' : `${this.unlogged} requests were`;
    const key = keyPrefix === '' ? 'no key' : `a key that begins with "${keyPrefix}"`;
    this.logger.warn(
      `${requests} refused for a key that is unknown or disabled. The latest came with ${key} for project ${projectId}, ` +
        `by ${sdk || 'an unknown SDK'} from ${network || 'an unknown network'}.`,
    );
    this.unlogged = 0;
  }
}
