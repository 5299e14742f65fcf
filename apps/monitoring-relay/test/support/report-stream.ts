import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { post } from '../../../../bench/receipts/post.mjs';
import { createEnvelope, createEvent, createEventId } from './envelopes.ts';

export interface ReportStreamOptions {
  /** URL of the relay's ingest path, or of a renderer in front of the relay. */
  readonly url: string;
  readonly senders: number;
  readonly eventBytes?: number;
  /**
   * Longest pause of a sender between two reports. Without pauses, reports may arrive faster than a
   * slow machine processes them.
   */
  readonly mostPauseMs?: number;
  readonly keepAlive?: boolean;
}

export class ReportStream {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  sent = 0;
  private isStopped = false;
  private readonly agent: Agent;
  private readonly senders: Promise<void>[];

  constructor(private readonly options: ReportStreamOptions) {
    this.agent = new Agent({ keepAlive: options.keepAlive ?? true });
    this.senders = Array.from({ length: options.senders }, () => this.send());
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.senders);
    this.agent.destroy();
  }

  private async send(): Promise<void> {
    while (!this.isStopped) {
      const eventId = createEventId();
      const event = createEvent({ bytes: this.options.eventBytes ?? 2000 });
      this.sent += 1;
      const body = createEnvelope({ eventId, event });
      // Without a whole answer the relay may or may not have stored the report.
      const { status, reason } = await post(this.options.url, this.agent, { body });
      if (status === 200) this.acknowledged.push(eventId);
      else this.failures.push(reason ?? `answered ${status}`);
      // A refused connection fails at once, and the rest of the process needs its turn.
      await pause(status === 200 ? 0 : 1);
      await this.rest();
    }
  }

  private async rest(): Promise<void> {
    const { mostPauseMs = 0 } = this.options;
    if (mostPauseMs > 0) await pause(Math.random() * mostPauseMs);
  }
}
