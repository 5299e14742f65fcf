import { Inject, Injectable } from '@nestjs/common';
import { Clock, reportLimits } from '#shared';

/**
 * How much of events is parsed before they are answered. Parsing takes as long as all else that is done for an event, so that
 * a relay under a storm would answer half as many.
 */
@Injectable()
export class ParseBudget {
  private second = -1;
  private leftBytes = 0;

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** False when they are too many for this second; nothing is taken then. */
  take(bytes: number): boolean {
    const second = Math.floor(this.clock.nowMs() / 1000);
    if (second !== this.second) this.leftBytes = reportLimits.checkedBytesPerSecond;
    this.second = second;
    if (bytes > this.leftBytes || bytes > reportLimits.inlineBytes) return false;
    this.leftBytes -= bytes;
    return true;
  }
}
