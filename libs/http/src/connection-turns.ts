import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { reportLimits } from '#shared';

/**
 * Answers the requests of a connection one after another. A client may send requests without
 * reading the answers (RFC 9112, section 9.3.2). Node.js would begin all of them at once, and keep
 * their answers in memory.
 *
 * Browsers, SDKs and common proxies do not send so. A connection on which too many requests wait is
 * closed.
 */
export class ConnectionTurns {
  private readonly lines = new WeakMap<Socket, Line>();

  constructor(private readonly answer: RequestListener) {}

  readonly listener: RequestListener = (request, response) => {
    const { socket } = request;
    let line = this.lines.get(socket);
    if (!line) this.lines.set(socket, (line = new Line(socket, this.answer)));
    line.add(request, response);
  };
}

class Line {
  private isBusy = false;
  private readonly waiting: Parameters<RequestListener>[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly answer: RequestListener,
  ) {}

  add(request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }): void {
    if (!this.isBusy) this.begin(request, response);
    else if (this.waiting.length < reportLimits.waitingPerConnection) {
      this.waiting.push([request, response]);
    } else this.socket.destroy();
  }

  private begin(...[request, response]: Parameters<RequestListener>): void {
    this.isBusy = true;
    response.once('close', () => {
      if (this.waiting.length === 0) this.isBusy = false;
      // Other connections come between two requests of this one.
      else setImmediate(() => this.next());
    });
    this.answer(request, response);
  }

  private next(): void {
    const [next] = this.waiting.splice(0, 1);
    if (next && this.socket.writable) this.begin(...next);
  }
}
