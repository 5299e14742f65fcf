import { Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import type { RelayHealth } from '#shared';
import type { ReportsState as ReportsStatus } from './console.dto.ts';

/** From this age on reports count as behind (DESIGN §8). */
const BEHIND_FROM_MS = 30_000;
const FRESH_FOR_MS = 1000;
/** A page shows what was known up to this long ago rather than wait. */
const SHOWN_FOR_MS = 10_000;
/** A page that must wait waits no longer than this for a relay that does not answer. */
const ANSWER_WITHIN_MS = 250;

export abstract class RelayClient {
  /** Rejects when no relay answers within `timeoutMs`. */
  abstract getQueue(timeoutMs: number): Promise<RelayHealth['queue']>;
}

/**
 * What every page says about the reports on their way. The relay is asked once a second at the most,
 * behind the pages: only the first one, and the first after a pause, waits for the answer.
 */
@Injectable()
export class RelayStatusService {
  private known: { readonly status: ReportsStatus; readonly atMs: number } | undefined;
  private asking: Promise<ReportsStatus> | undefined;

  constructor(
    private readonly relay: RelayClient,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. */
  async getStatus(): Promise<ReportsStatus> {
    const ageMs = this.known ? this.clock.nowMs() - this.known.atMs : Number.POSITIVE_INFINITY;
    if (this.known && ageMs < FRESH_FOR_MS) return this.known.status;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.known && ageMs < SHOWN_FOR_MS ? this.known.status : this.asking;
  }

  private async ask(): Promise<ReportsStatus> {
    const status = await this.relay.getQueue(ANSWER_WITHIN_MS).then(toStatus, unreachable);
    this.known = { status, atMs: this.clock.nowMs() };
    return status;
  }
}

function toStatus({ oldestMs }: RelayHealth['queue']): ReportsStatus {
  const state = oldestMs > BEHIND_FROM_MS ? 'behind' : 'current';
  return { state, oldestMs: state === 'behind' ? oldestMs : 0 };
}

function unreachable(): ReportsStatus {
  return { state: 'unreachable', oldestMs: 0 };
}
