import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import type { ReportsState } from './console.dto.ts';
import { RelayClient } from './relay-client.ts';
import { toReportsState, unreachable } from './reports-state.ts';

const FRESH_FOR_MS = 1000;
/** A page shows what was known up to this long ago rather than wait. */
const SHOWN_FOR_MS = 10_000;
/** A page that must wait waits no longer than this for a relay that does not answer. */
const ANSWER_WITHIN_MS = 250;
/** A relay that misses one question may only be under load: it is called silent from the second miss on, so much later. */
const SILENT_AFTER_MS = 10_000;

/**
 * What every page says about the reports on their way. Relays are asked once a second at the most,
 * behind the pages: only the first one, and the first after a pause, waits for the answer.
 */
@Injectable()
export class RelayStatusService {
  private known: { readonly status: ReportsState; readonly atMs: number } | undefined;
  private asking: Promise<ReportsState> | undefined;
  /** Since when every question has missed a relay. */
  private missedSinceMs: number | undefined;

  constructor(
    @Inject(RelayClient) private readonly relay: Pick<RelayClient, 'getQueues'>,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. */
  async getStatus(): Promise<ReportsState> {
    const ageMs = this.known ? this.clock.nowMs() - this.known.atMs : Number.POSITIVE_INFINITY;
    if (this.known && ageMs < FRESH_FOR_MS) return this.known.status;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.known && ageMs < SHOWN_FOR_MS ? this.known.status : this.asking;
  }

  private async ask(): Promise<ReportsState> {
    const told = await this.relay
      .getQueues(ANSWER_WITHIN_MS)
      .then(toReportsState, () => unreachable);
    const atMs = this.clock.nowMs();
    const status = this.judge(told, atMs) ?? this.known?.status ?? {};
    this.known = { status, atMs };
    return status;
  }

  /** Undefined while a relay has been silent for too short a time to be called so. */
  private judge(told: ReportsState, atMs: number): ReportsState | undefined {
    if (told.silence === undefined) {
      this.missedSinceMs = undefined;
      return told;
    }
    const silentSinceMs = (this.missedSinceMs ??= atMs);
    return atMs - silentSinceMs < SILENT_AFTER_MS ? undefined : { ...told, silentSinceMs };
  }
}
