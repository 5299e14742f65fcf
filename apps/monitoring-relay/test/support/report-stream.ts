import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createEnvelope, createEvent, createEventId } from './envelopes.ts';

export interface ReportStreamOptions {
  /** Where reports are posted: an ingest address of the relay, or of a renderer in front of it. */
  readonly url: string;
  readonly senders: number;
  readonly eventBytes?: number;
  /**
   * Of a sender between a report and the next. Without one a slow machine may be sent more, in the time that
   * something takes there, than it processes while that is waited for.
   */
  readonly mostPauseMs?: number;
  /** Over connections that are kept, as is the default, or each over one of its own. */
  readonly keepAlive?: boolean;
}

/** Senders that post one report after the other, each of a new id, and remember what was acknowledged. */
export class ReportStream {
  readonly acknowledged: string[] = [];
  /** Why others were not, a line for each. */
  readonly failures: string[] = [];
  sent = 0;
  private isStopped = false;
  private readonly agent: Agent;
  private readonly senders: Promise<void>[];

  constructor(private readonly options: ReportStreamOptions) {
    this.agent = new Agent({ keepAlive: options.keepAlive ?? true });
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

  /** Why no whole 200 came back, if so; a connection that breaks before that says nothing of what was kept. */
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
