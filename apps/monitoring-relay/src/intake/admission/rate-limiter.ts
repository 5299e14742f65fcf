import { Inject, Injectable } from '@nestjs/common';
import { Clock, errorCategories, reportLimits } from '#shared';
import { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';

const MINUTE_MS = 60_000;

export interface RateLimited {
  readonly scope: 'key' | 'project';
  readonly seconds: number;
  /** Categories that senders must not send meanwhile, by the names that SDKs use. */
  readonly kinds: string;
}

/**
 * `drops` are client reports. They have an allowance of their own, because SDKs send most of them
 * while their events are over the limit. `sessions` have one so that the visitors of a busy site do
 * not use up what its errors need, and `logs` and `spans` have one each, counted one by one.
 * `inflation` counts bytes that decompression adds to those on the wire.
 */
export type Allowance = 'reports' | 'drops' | 'sessions' | 'logs' | 'spans' | 'inflation';

/**
 * Minimum limits. A client report is small, and an SDK sends one with each flush. The largest body
 * may come in each minute.
 */
const LEAST: Partial<Record<Allowance, number>> = {
  drops: 100,
  inflation: reportLimits.decodedBytes,
};

/**
 * SDKs send up to this many logs or spans in one report. A key may send 5,000 of each in a second
 * by default.
 */
const PER_REPORT = 100;

const UNITS: Partial<Record<Allowance, number>> = {
  logs: PER_REPORT,
  spans: PER_REPORT,
  inflation: reportLimits.inflatedBytesPerReport,
};

/**
 * A refusal of `drops` names errors, because SDKs do not hold client reports back. One of
 * `inflation` names no kind, and so means all.
 */
const KINDS: Readonly<Record<Allowance, string>> = {
  reports: errorCategories,
  drops: errorCategories,
  sessions: 'session',
  logs: 'log_item',
  spans: 'transaction;span',
  inflation: '',
};

interface Meter {
  readonly name: string;
  readonly limit: number;
  /**
   * Whether the first envelope of a minute passes even when it holds more items than the limit.
   * Otherwise a large envelope would be refused in every minute.
   */
  readonly mayPassAlone: boolean;
}

/**
 * Limits reports per key and per project in each minute of the clock. A refusal names the seconds
 * until the next minute and the kinds that SDKs hold back until then.
 */
@Injectable()
export class RateLimiter {
  private minute = -1;
  /** Counts of this minute by meter name. Only known keys are counted, so the map stays small. */
  private counts = new Map<string, number>();

  constructor(
    @Inject(RelayConfig) private readonly config: Pick<RelayConfig, 'rates'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  take(
    key: MirroredKey,
    reports: number,
    allowance: Allowance = 'reports',
  ): RateLimited | undefined {
    const limited = this.find(key, reports, allowance);
    if (!limited) this.charge(key, reports, allowance);
    return limited;
  }

  /** Counts what has been used, even beyond the limit. */
  charge(key: MirroredKey, reports: number, allowance: Allowance): void {
    this.beginMinute(Math.floor(this.clock.nowMs() / MINUTE_MS));
    const { ofKey, ofProject } = this.listMeters(key, allowance);
    for (const meter of [ofKey, ofProject]) {
      if (meter) this.counts.set(meter.name, this.countOf(meter) + reports);
    }
  }

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
    return scope && { scope, seconds, kinds: KINDS[allowance] };
  }

  /**
   * Returns the meters of the key and of its project. A limit set on the key or its project
   * replaces the configured one. A meter is undefined when its limit is infinite.
   */
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
      return {
        name: `${allowance} of ${whose}`,
        limit: Math.max(limit * (UNITS[allowance] ?? 1), LEAST[allowance] ?? 0),
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
