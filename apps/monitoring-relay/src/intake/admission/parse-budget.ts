import { Inject, Injectable } from '@nestjs/common';
import { Clock, reportLimits } from '#shared';

/**
 * Limits how many bytes of events the relay parses before it answers. Parsing an event takes as
 * long as all other work on it. Without a limit, a flooded relay would answer only half as many
 * requests.
 */
@Injectable()
export class ParseBudget {
  private second = -1;
  private leftBytes = 0;

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /**
   * Returns false, and takes nothing, when the bytes exceed `inlineBytes` or the remaining budget
   * of this second.
   */
  take(bytes: number): boolean {
    const second = Math.floor(this.clock.nowMs() / 1000);
    if (second !== this.second) this.leftBytes = reportLimits.checkedBytesPerSecond;
    this.second = second;
    if (bytes > this.leftBytes || bytes > reportLimits.inlineBytes) return false;
    this.leftBytes -= bytes;
    return true;
  }
}
