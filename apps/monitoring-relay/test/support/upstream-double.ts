import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach } from '@jest/globals';

export interface Sent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly eventId: string | undefined;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly instead?: 'reset' | 'silence';
}

const opened: UpstreamDouble[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
});

export class UpstreamDouble {
  readonly sent: Sent[] = [];
  readonly taken: Sent[] = [];
  connections = 0;
  port = 0;
  answer: (sent: Sent) => ScriptedAnswer = () => ({});
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.take(request, response));
    this.server.on('connection', () => (this.connections += 1));
    opened.push(this);
  }

  async open(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  get dsn(): string {
    return `http://upkey@127.0.0.1:${this.port}/base/5`;
  }

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
