import { Injectable } from '@nestjs/common';
import { DeliveryStore } from '#product/alerting/channels';
import type { LoggedDelivery } from '#product/alerting/channels';
import { Clock, Scheduler } from '#shared';

/**
 * How long `find` waits. A relay polls for messages once a second, and most receivers answer within
 * another second.
 */
const WAITED_FOR_MS = 5000;
const LOOKS_EVERY_MS = 200;

@Injectable()
export class TriedTest {
  constructor(
    private readonly deliveries: DeliveryStore,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Resolves with the test message once a relay has tried to send it, or with undefined after
   * `WAITED_FOR_MS`.
   */
  async find(messageId: string, channelId: number): Promise<LoggedDelivery | undefined> {
    const untilMs = this.clock.nowMs() + WAITED_FOR_MS;
    while (this.clock.nowMs() < untilMs) {
      const test = await this.deliveries.find(messageId, channelId);
      if (test && test.attempts > 0) return test;
      await this.pause();
    }
    return undefined;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      this.scheduler.runAfter(LOOKS_EVERY_MS, resolve);
    });
  }
}
