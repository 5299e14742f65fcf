import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, type RefusedKey } from '#shared';
import { Rhythm } from '#telemetry/plain';

/** Anybody can make up keys: beyond so many lines the one that was refused longest ago goes. */
const MOST_LINES = 200;
const TOLD_EVERY_MS = 60_000;

/** A request with such a key, as far as the relay knows it. */
export type RefusedSender = Omit<RefusedKey, 'count' | 'lastAtMs'>;

/** Requests that were refused for their key, since the relay was started, and whose they were. */
@Injectable()
export class RefusedKeys {
  private readonly logger = new Logger(RefusedKeys.name);
  /** The one that was refused longest ago first. */
  private readonly lines = new Map<string, RefusedKey>();
  private readonly telling: Rhythm;
  /** Since it was told. */
  private untold = 0;
  private all = 0;

  constructor(@Inject(Clock) private readonly clock: Clock) {
    this.telling = new Rhythm(clock, TOLD_EVERY_MS);
  }

  note(sender: RefusedSender): void {
    const { keyPrefix, projectId, sdk, network } = sender;
    const name = JSON.stringify([keyPrefix, projectId, sdk, network]);
    const count = (this.lines.get(name)?.count ?? 0) + 1;
    this.lines.delete(name);
    this.lines.set(name, { ...sender, count, lastAtMs: this.clock.nowMs() });
    const [oldest] = this.lines.keys();
    if (this.lines.size > MOST_LINES) this.lines.delete(oldest!);
    this.untold += 1;
    this.all += 1;
    this.tell(sender);
  }

  /** Requests since the relay was started. */
  get total(): number {
    return this.all;
  }

  /** The latest first. */
  list(): RefusedKey[] {
    return [...this.lines.values()].toReversed();
  }

  /** Once a minute, with the latest of them. */
  private tell({ keyPrefix, projectId, sdk, network }: RefusedSender): void {
    if (!this.telling.isDue) return;
    this.telling.begin();
    const requests = this.untold === 1 ? '1 request was' : `${this.untold} requests were`;
    const key = keyPrefix === '' ? 'no key' : `a key that begins with "${keyPrefix}"`;
    this.logger.warn(
      `${requests} refused for a key that is unknown or disabled. The latest came with ${key} for project ${projectId}, ` +
        `by ${sdk || 'an unknown SDK'} from ${network || 'an unknown network'}.`,
    );
    this.untold = 0;
  }
}
