import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach } from '@jest/globals';

export interface Sent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Decoded. */
  readonly body: string;
  readonly eventId: string | undefined;
}

/** How it answers; what is not named is as of a service that takes everything. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead: it hangs up, or says nothing. */
  readonly instead?: 'reset' | 'silence';
}

const opened: UpstreamDouble[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
});

/** Another service, over HTTP, that answers as it is told. */
export class UpstreamDouble {
  /** All that came, in order, taken or not. */
  readonly sent: Sent[] = [];
  /** Of those it answered 200. */
  readonly taken: Sent[] = [];
  connections = 0;
  port = 0;
  /** Called with each report; what it returns is the answer. */
  answer: (sent: Sent) => ScriptedAnswer = () => ({});
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.take(request, response));
    this.server.on('connection', () => (this.connections += 1));
    opened.push(this);
  }

  /** Port 0: any that is free. */
  async open(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  /** Of project 5 there. */
  get dsn(): string {
    return `http://upkey@127.0.0.1:${this.port}/base/5`;
  }

  /** Of what was taken. */
  get eventIds(): (string | undefined)[] {
    return this.taken.map(({ eventId }) => eventId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await buffer(request).catch(() => undefined);
    if (!raw) return;
    const isPacked = request.headers['content-encoding'] === 'gzip';
    const body = (isPacked ? gunzipSync(raw) : raw).toString('utf8');
    const header = JSON.parse(body.slice(0, body.indexOf('\n'))) as { event_id?: string };
    const sent = {
      path: request.url!,
      headers: request.headers,
      body,
      eventId: header.event_id,
    };
    this.sent.push(sent);
    const { status = 200, headers = {}, body: answer = '{}', instead } = this.answer(sent);
    if (instead === 'reset') request.socket.destroy();
    if (instead) return;
    if (status === 200 && answer === '{}') this.taken.push(sent);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(answer);
  }
}
