import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../../../../test/support/eventually.ts';

/**
 * How the proxy treats POST requests: pass them on, hold them, answer 502 itself, or pass them on
 * and drop the answer.
 */
type Behaviour = 'pass' | 'hold' | 'badGateway' | 'loseAnswer';

export class Proxy {
  private readonly server: Server;
  private readonly held: (() => Promise<void>)[] = [];
  private way: Behaviour = 'pass';
  private port = 0;

  private constructor(private readonly target: string) {
    this.server = createServer((request, response) => {
      void this.answer(request, response);
    });
  }

  static async start(target: string): Promise<Proxy> {
    const proxy = new Proxy(target);
    await proxy.revive();
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get heldCount(): number {
    return this.held.length;
  }

  setBehaviour(way: Behaviour): void {
    this.way = way;
    this.held.length = 0;
  }

  async release(index: number): Promise<void> {
    const pass = await eventually(`${index + 1} were sent`, () => this.held[index]);
    await pass();
  }

  async kill(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  async revive(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const pass = (): Promise<void> => this.pass(request, { body, response });
    const way = request.method === 'POST' ? this.way : 'pass';
    if (way === 'hold') this.held.push(pass);
    else if (way === 'badGateway') {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    } else {
      if (way === 'loseAnswer') response.socket?.destroy();
      await pass();
    }
  }

  private async pass(
    { method, url, headers }: IncomingMessage,
    { body, response }: { body: Buffer; response: ServerResponse },
  ): Promise<void> {
    const asked = ask(this.target + url, { method, headers, agent: false });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const whole = await buffer(answer);
    if (response.destroyed) return;
    response.writeHead(answer.statusCode ?? 0, answer.headers).end(whole);
  }
}
