import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/key-archive.ts';

const MINUTE_MS = 60_000;

/** What is over its limit, and until when. */
export interface RateLimited {
  readonly scope: 'key' | 'project';
  readonly seconds: number;
}

interface Meter {
  readonly scope: RateLimited['scope'];
  readonly name: string;
  readonly limit: number;
}

/**
 * Reports per minute of the clock, of each key and of each project. Whoever is over may send again with the
 * next minute, all of them then at once: SDKs that were told so stay silent until then.
 */
@Injectable()
export class RateLimiter {
  private minute = -1;
  /** Of this minute. Only keys that are known are counted, so that it stays as small as they are few. */
  private counts = new Map<string, number>();

  constructor(
    @Inject(RelayConfig) private readonly config: Pick<RelayConfig, 'rates'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Counts reports; undefined when they are within the limits. Those that are over are not counted. */
  take(key: MirroredKey, reports: number): RateLimited | undefined {
    const limited = this.find(key, reports);
    if (limited) return limited;
    for (const { name } of this.listMeters(key)) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + reports);
    }
    return undefined;
  }

  /** What would be said of so many more, without counting them. */
  find(key: MirroredKey, reports = 1): RateLimited | undefined {
    const nowMs = this.clock.nowMs();
    this.beginMinute(Math.floor(nowMs / MINUTE_MS));
    const over = this.listMeters(key).find(
      // An envelope with more than the limit may pass alone, or it never would.
      ({ name, limit }) => {
        const count = this.counts.get(name) ?? 0;
        return count > 0 && count + reports > limit;
      },
    );
    const seconds = Math.max(1, Math.ceil(((this.minute + 1) * MINUTE_MS - nowMs) / 1000));
    return over && { scope: over.scope, seconds };
  }

  /** What is set of the key, or its project, counts before what is set of all. */
  private listMeters({ publicKey, projectId, ...own }: MirroredKey): Meter[] {
    const { keyPerMinute, projectPerMinute } = { ...this.config.rates, ...own };
    const meters: Meter[] = [
      { scope: 'key', name: `key ${publicKey}`, limit: keyPerMinute },
      { scope: 'project', name: `project ${projectId}`, limit: projectPerMinute },
    ];
    return meters.filter(({ limit }) => limit !== Infinity);
  }

  private beginMinute(minute: number): void {
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts = new Map();
  }
}
