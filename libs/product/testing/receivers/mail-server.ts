import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerEnvelope } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface MailRefusal {
  readonly at: 'recipient' | 'data';
  readonly code: number;
  readonly text: string;
}

export class MailServer {
  readonly mails: ReceivedMail[] = [];
  refusal: MailRefusal | undefined;
  /** Step before whose answer the server waits until `goOn`. */
  slowAt: 'greeting' | 'recipient' | 'data' | undefined;
  goOn: (() => void) | undefined;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      hidePIPELINING: true,
      onConnect: (_session, callback) => this.#wait('greeting', callback),
      onRcptTo: (_address, _session, callback) =>
        this.#wait('recipient', () => callback(this.#refuse('recipient'))),
      onData: (stream, { envelope }, callback) => {
        void this.#take(stream, envelope, callback);
      },
    });
    this.#server.on('error', () => undefined);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve());
    });
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.#server.connections.size;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #take(
    stream: SMTPServerDataStream,
    { mailFrom, rcptTo }: SMTPServerEnvelope,
    done: (refusal?: Error) => void,
  ): Promise<void> {
    const source = await text(stream);
    const refusal = this.#refuse('data');
    const from = mailFrom === false ? '' : mailFrom.address;
    if (!refusal) this.mails.push({ from, to: rcptTo.map(({ address }) => address), source });
    this.#wait('data', () => done(refusal));
  }

  #wait(step: MailServer['slowAt'], then: () => void): void {
    if (this.slowAt === step) this.goOn = then;
    else then();
  }

  #refuse(at: MailRefusal['at']): Error | undefined {
    if (this.refusal?.at !== at) return undefined;
    const { text: told, code } = this.refusal;
    return Object.assign(new Error(told), { responseCode: code });
  }
}
