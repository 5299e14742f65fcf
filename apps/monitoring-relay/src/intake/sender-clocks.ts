import { Inject, Injectable } from '@nestjs/common';
import { Clock, type EnvelopeHeader } from '#shared';

const MOST_SENDERS = 10_000;
const MOST_NAME_LENGTH = 60;

export interface ClockOwner {
  readonly projectId: number;
  readonly address: string | undefined;
}

/**
 * Remembers how far off the clocks of senders are. Some SDKs, such as those of JavaScript, say when
 * they send events, sessions and traces, but not when they send logs.
 */
@Injectable()
export class SenderClocks {
  private readonly corrections = new Map<string, number>();

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /**
   * Notes when the report was sent. Returns the milliseconds by which an earlier report of the same
   * sender is to be corrected, when this one does not say.
   */
  follow({ sentAt, sdk }: EnvelopeHeader, { projectId, address }: ClockOwner): number | undefined {
    if (address === undefined || sdk === undefined) return undefined;
    const sender = `${projectId} ${address} ${sdk.name.slice(0, MOST_NAME_LENGTH)}`;
    const sentAtMs = Date.parse(sentAt ?? '');
    if (Number.isNaN(sentAtMs)) return this.corrections.get(sender);
    this.corrections.delete(sender);
    this.corrections.set(sender, this.clock.nowMs() - sentAtMs);
    const [oldest] = this.corrections.keys();
    if (this.corrections.size > MOST_SENDERS) this.corrections.delete(oldest!);
    return undefined;
  }
}
