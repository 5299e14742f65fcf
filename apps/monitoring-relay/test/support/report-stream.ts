import { Agent, request } from 'node:http';
import { createEnvelope, createEvent, createEventId } from './envelopes.ts';

export interface ReportStreamOptions {
  /** Where reports are posted: an ingest address of the relay, or of a renderer in front of it. */
  readonly url: string;
  readonly senders: number;
  readonly eventBytes?: number;
}

/** Senders that post one report after the other, each of a new id, and remember what was acknowledged. */
export class ReportStream {
  readonly acknowledged: string[] = [];
  sent = 0;
  private isStopped = false;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly senders: Promise<void>[];

  constructor(private readonly options: ReportStreamOptions) {
    this.senders = Array.from({ length: options.senders }, () => this.send());
  }

  /** Resolves when no request is under way any more. */
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
      const isAcknowledged = await this.post(createEnvelope({ eventId, event }));
      if (isAcknowledged) this.acknowledged.push(eventId);
    }
  }

  /** Whether a whole 200 came back; a connection that breaks before that says nothing. */
  private post(body: string): Promise<boolean> {
    return new Promise((resolve) => {
      const { url } = this.options;
      const headers = { 'Content-Length': Buffer.byteLength(body) };
      const sending = request(url, { method: 'POST', agent: this.agent, headers }, (answer) => {
        answer.resume();
        answer
          .on('end', () => resolve(answer.statusCode === 200))
          .on('error', () => resolve(false));
        answer.on('close', () => resolve(false));
      });
      sending.on('error', () => setTimeout(() => resolve(false), 1));
      sending.end(body);
    });
  }
}
