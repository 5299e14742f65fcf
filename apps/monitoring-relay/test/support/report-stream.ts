import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
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
      const failure = await this.post(createEnvelope({ eventId, event }));
      if (failure === undefined) this.acknowledged.push(eventId);
      else this.failures.push(failure);
      await this.rest();
    }
  }

  private async rest(): Promise<void> {
    const { mostPauseMs = 0 } = this.options;
    if (mostPauseMs > 0) await pause(Math.random() * mostPauseMs);
  }

  /**
   * Resolves with undefined after a complete 200, and otherwise with the reason of the failure.
   * When the connection breaks before the answer, the relay may or may not have stored the report.
   */
  private post(body: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      const { url } = this.options;
      const headers = { 'Content-Length': Buffer.byteLength(body) };
      const sending = request(url, { method: 'POST', agent: this.agent, headers }, (answer) => {
        answer.resume();
        answer
          .on('end', () => {
            resolve(answer.statusCode === 200 ? undefined : `answered ${answer.statusCode}`);
          })
          .on('error', ({ message }) => resolve(message));
        answer.on('close', () => resolve('closed'));
      });
      sending.on('error', ({ message }) => setTimeout(() => resolve(message), 1));
      sending.end(body);
    });
  }
}
