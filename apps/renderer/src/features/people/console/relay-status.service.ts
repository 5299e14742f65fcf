import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import type { ReportsState } from './console.dto.ts';
import { RelayClient } from './relay-client.ts';
import { toReportsState, unreachable } from './reports-state.ts';

const FRESH_FOR_MS = 1000;
/**
 * Age up to which a page shows the known status at once, while a new one is requested in the
 * background.
 */
const SHOWN_FOR_MS = 10_000;
const ANSWER_WITHIN_MS = 250;
/**
 * Relays count as silent when requests have failed for this long. A single request to a busy relay
 * may fail.
 */
const SILENT_AFTER_MS = 10_000;

/**
 * Keeps the state of the relays' queues for every page. Asks relays at most once a second, in the
 * background. A page waits for the answer only when the known state is missing or too old.
 */
@Injectable()
export class RelayStatusService {
  private known: { readonly status: ReportsState; readonly atMs: number } | undefined;
  private asking: Promise<ReportsState> | undefined;
  /** Unix time in ms of the first failed request since the last successful one. */
  private missedSinceMs: number | undefined;

  constructor(
    @Inject(RelayClient) private readonly relay: Pick<RelayClient, 'getQueues'>,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. */
  async getStatus(): Promise<ReportsState> {
    const ageMs = this.known
      ? Math.abs(this.clock.nowMs() - this.known.atMs)
      : Number.POSITIVE_INFINITY;
    if (this.known && ageMs < FRESH_FOR_MS) return this.known.status;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.known && ageMs < SHOWN_FOR_MS ? this.known.status : this.asking;
  }

  private async ask(): Promise<ReportsState> {
    const told = await this.relay
      .getQueues(ANSWER_WITHIN_MS)
      .then(toReportsState, () => unreachable);
    const atMs = this.clock.nowMs();
    const status = this.toShownStatus(told, atMs) ?? this.known?.status ?? {};
    this.known = { status, atMs };
    return status;
  }

  /**
   * Returns undefined while a relay has been silent for less than `SILENT_AFTER_MS`. The caller
   * keeps the earlier status.
   */
  private toShownStatus(told: ReportsState, atMs: number): ReportsState | undefined {
    if (told.silence === undefined) {
      this.missedSinceMs = undefined;
      return told;
    }
    // The clock may have been set back since.
    const silentSinceMs = Math.min(this.missedSinceMs ?? atMs, atMs);
    this.missedSinceMs = silentSinceMs;
    return atMs - silentSinceMs < SILENT_AFTER_MS ? undefined : { ...told, silentSinceMs };
  }
}
