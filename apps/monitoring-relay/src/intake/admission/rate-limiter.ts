import { Inject, Injectable } from '@nestjs/common';
import { Clock, reportLimits } from '#shared';
import { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';

const MINUTE_MS = 60_000;

/** What is over its limit, and until when. */
export interface RateLimited {
  readonly scope: 'key' | 'project';
  readonly seconds: number;
}

/** What SDKs tell of their own drops counts by itself: most of it is told while reports are over their limit. */
export type Allowance = 'reports' | 'drops';

/** Of each meter, where reports may be fewer: they are small, and an SDK tells with each flush. */
const LEAST_DROPS = 100;

interface Meter {
  readonly name: string;
  readonly limit: number;
  /** An envelope with more than the limit may pass alone, or it never would. */
  readonly mayPassAlone: boolean;
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
  take(
    key: MirroredKey,
    reports: number,
    allowance: Allowance = 'reports',
  ): RateLimited | undefined {
    const limited = this.find(key, reports, allowance);
    if (limited) return limited;
    const { ofKey, ofProject } = this.listMeters(key, allowance);
    for (const meter of [ofKey, ofProject]) {
      if (meter) this.counts.set(meter.name, this.countOf(meter) + reports);
    }
    return undefined;
  }

  /** What would be said of so many more, without counting them. */
  find(key: MirroredKey, reports = 1, allowance: Allowance = 'reports'): RateLimited | undefined {
    const nowMs = this.clock.nowMs();
    this.beginMinute(Math.floor(nowMs / MINUTE_MS));
    const { ofKey, ofProject } = this.listMeters(key, allowance);
    const isOver = (meter: Meter | undefined): boolean => {
      if (!meter) return false;
      const count = this.countOf(meter);
      return count + reports > meter.limit && (count > 0 || !meter.mayPassAlone);
    };
    const scope = isOver(ofKey) ? 'key' : isOver(ofProject) ? 'project' : undefined;
    const seconds = Math.max(1, Math.ceil(((this.minute + 1) * MINUTE_MS - nowMs) / 1000));
    return scope && { scope, seconds };
  }

  /** What is set of the key, or its project, counts before what is set of all. Undefined where nothing limits. */
  private listMeters(
    key: MirroredKey,
    allowance: Allowance,
  ): { ofKey: Meter | undefined; ofProject: Meter | undefined } {
    const { keyPerMinute, projectPerMinute } = this.config.rates;
    const ofAll =
      key.scope === 'errors'
        ? Math.min(reportLimits.errorKeyPerMinute, keyPerMinute)
        : keyPerMinute;
    const toMeter = (whose: string, limit: number): Meter | undefined => {
      if (limit === Infinity) return undefined;
      const isOfDrops = allowance === 'drops';
      return {
        name: `${allowance} of ${whose}`,
        limit: isOfDrops ? Math.max(limit, LEAST_DROPS) : limit,
        mayPassAlone: key.scope === undefined,
      };
    };
    return {
      ofKey: toMeter(`key ${key.publicKey}`, key.keyPerMinute ?? ofAll),
      ofProject: toMeter(`project ${key.projectId}`, key.projectPerMinute ?? projectPerMinute),
    };
  }

  private countOf({ name }: Meter): number {
    return this.counts.get(name) ?? 0;
  }

  private beginMinute(minute: number): void {
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts = new Map();
  }
}
